import { splitName } from "../domain/build.ts";
import { type CodeTemplate, getLibraryRanges, type Side } from "../domain/code-template.ts";
import { librariesInSettings } from "../domain/compiler-input.ts";
import type { Json } from "../text/is-object.ts";
import { compareCode } from "./compare.ts";

export interface Link {
  /** `path:Name`, as the compiler writes it. */
  readonly name: string;
  /**
   * 0x-prefixed hex, lowercase. Undefined if only the constructor uses the library and the executed init code isn't
   * known.
   */
  readonly address: string | undefined;
  /**
   * `constructor`: used only by the creation code. `settings`: linked by the compiler, with the address in the code on
   * chain. `library`: used by another library.
   */
  readonly linkedBy: "runtime code" | "constructor" | "settings" | "library";
}

/** The parts of a compiler input that link libraries. */
export interface LinkingInput {
  readonly sources: Json;
  readonly settings: Json;
  /** Not needed for metadata, which contains the names as the compiler links them. */
  readonly compilerVersion?: string | undefined;
}

/** A contract's compiled code and its code on chain. */
export interface LinkedCode {
  readonly runtime: CodeTemplate;
  /** Undefined for a library used by the contract, because the contract doesn't create it. */
  readonly creation?: CodeTemplate | undefined;
  /**
   * The inputs from which the contract may have been compiled. If one of them is certain, it comes first. Metadata can
   * serve as an input.
   */
  readonly inputs: readonly LinkingInput[];
  readonly onchain: { readonly runtime: string; readonly initCode?: string | undefined };
}

/** Prefix for the name of an inferred reference, because bytecode contains no names. */
export const UNNAMED = ":@";

/**
 * Collects every library that a contract is linked to, once per address, from the compiler's references and from the
 * settings. The references in runtime and creation code include those of created contracts.
 */
export function collectLinks({ runtime, creation, inputs, onchain }: LinkedCode): readonly Link[] {
  /** Hostile code can contain tens of thousands of addresses. */
  const linksAt = new Map<string | undefined, Link[]>();
  const add = (linkedBy: Link["linkedBy"], links: readonly Named[]): void => {
    for (const { name, address } of links) {
      const here = linksAt.get(address) ?? [];
      linksAt.set(address, here);
      const has = ({ name: earlier }: Link) => normalizeName(earlier) === normalizeName(name);
      // One setting may link all libraries with the same bare name, so links from settings are never merged with
      // earlier links.
      const index = here.findIndex(
        (link) => has(link) || (linkedBy !== "settings" && isSameLibrary(link, name)),
      );
      const before = here[index];
      if (before === undefined) here.push({ name, address, linkedBy });
      // The creation code contains the runtime code, so its references can supply names that are missing from the
      // runtime code's references.
      else if (!has(before) && splitName(before.name).path === "") here[index] = { ...before, name };
    }
  };
  add("runtime code", readLinkedAddresses("runtime", onchain.runtime, runtime) ?? []);
  const initCode = onchain.initCode ?? "0x";
  if (creation !== undefined)
    add(
      "constructor",
      readLinkedAddresses("creation", initCode, creation) ?? findConstructorNames(runtime, creation),
    );
  const codes = [onchain.runtime, initCode, runtime.object, creation?.object ?? "0x"].map((code) =>
    code.toLowerCase(),
  );
  for (const [index, input] of inputs.entries()) {
    // Another submitter's input may have the same library at a different path. Within one input, different paths are
    // different libraries.
    const createKey = ({ address, name }: Named) => `${address} ${index > 0 ? splitName(name).name : name}`;
    const known = new Set(
      [...linksAt.values()]
        .flat()
        .map((link) => (link.name.startsWith(UNNAMED) ? link.address : createKey(link))),
    );
    const isNew = (link: Named) => !known.has(link.address) && !known.has(createKey(link));
    const links = readSettingsLinks(input).filter(isNew);
    const [inCode, inInitCode, inBuilt, inCreation] = codes.map((code) => countPushed(code, links));
    const count = (counts: typeof inCode, { address }: Named) => counts?.get(address) ?? 0;
    add(
      "settings",
      links.filter((link) => [inCode, inInitCode, inBuilt].some((counts) => count(counts, link) > 0)),
    );
    // Init code other than the build's may have created the contract and called a different library.
    const hidden = links.filter(
      (link) =>
        count(inCreation, link) > count(inBuilt, link) && count(inInitCode, link) < count(inCreation, link),
    );
    add(
      "constructor",
      hidden.map(({ name }) => ({ name, address: undefined })),
    );
  }
  return [...linksAt.values()].flat();
}

type Named = Omit<Link, "linkedBy">;

/** True if a library at the same address may have this name. A name may be complete, have no path, or be missing. */
function isSameLibrary({ address, name }: Link, other: string): boolean {
  const [one, its] = [splitName(name), splitName(other)];
  if (address === undefined || (one.path !== "" && its.path !== "")) return false;
  return [normalizeName(name), normalizeName(other)].includes(UNNAMED) || one.name === its.name;
}

/** Returns undefined if the programs differ, because the bytes at these positions may not be addresses. */
function readLinkedAddresses(
  side: Side,
  onchain: string,
  template: CodeTemplate,
): readonly Named[] | undefined {
  if (Object.keys(template.linkReferences).length === 0) return [];
  const compared = compareCode(side, onchain, template);
  if (compared === undefined || compared.differences.some(({ kind }) => kind === "code" || kind === "length"))
    return undefined;
  return compared.filledIn.flatMap(({ kind, name, value }) =>
    kind === "library" ? [{ name, address: value }] : [],
  );
}

/**
 * Returns the names that occur more often in the whole creation code than in the runtime code it embeds, so that
 * the constructor uses them too.
 */
function findConstructorNames(runtime: CodeTemplate, creation: CodeTemplate): readonly Named[] {
  const inRuntime = countPlaces(runtime);
  return [...countPlaces(creation)].flatMap(([name, places]) =>
    places > (inRuntime.get(name) ?? 0) ? [{ name, address: undefined }] : [],
  );
}

function countPlaces({ linkReferences }: CodeTemplate): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [name, ranges] of getLibraryRanges(linkReferences)) {
    const key = normalizeName(name);
    places.set(key, (places.get(key) ?? 0) + ranges.length);
  }
  return places;
}

/** Inferred references are named by their position, which differs between runtime and creation code. */
function normalizeName(name: string): string {
  return name.startsWith(UNNAMED) ? UNNAMED : name;
}

/** Compilers before 0.7.5 ignore the paths in the settings: an address applies to every library with that name. */
const IGNORES_PATHS = /^v?0\.(?:[0-6]\.|7\.[0-4](?!\d))/;

/** Returns a name that two libraries share in the settings, if the compiler would link both to the same address. */
export function findClashingName({ settings, compilerVersion = "" }: LinkingInput): string | undefined {
  if (!IGNORES_PATHS.test(compilerVersion)) return undefined;
  const byName = Map.groupBy(librariesInSettings(settings.libraries), ([name]) => splitName(name).name);
  const addresses = (name: string) =>
    new Set(byName.get(name)?.map(([, address]) => String(address).toLowerCase()));
  return [...byName.keys()].find((name) => addresses(name).size > 1);
}

/** Ignores a path that has no source, even an empty path, because the compiler links nothing for it. */
function readSettingsLinks({ sources, settings, compilerVersion = "" }: LinkingInput): readonly Named[] {
  const isByName = IGNORES_PATHS.test(compilerVersion);
  return librariesInSettings(settings.libraries).flatMap(([written, address]) => {
    const name = isByName ? splitName(written).name : written;
    const { path } = splitName(name);
    const isLinked = !name.includes(":") || Object.hasOwn(sources, path);
    return isLinked && typeof address === "string" && ADDRESS.test(address)
      ? [{ name, address: address.toLowerCase() }]
      : [];
  });
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const PUSH20 = "73";

/**
 * Settings cover all contracts in a project. Each contract is linked only to libraries whose addresses it pushes.
 *
 * @param code Lowercase hex.
 */
function countPushed(code: string, links: readonly Named[]): ReadonlyMap<string | undefined, number> {
  const counts = new Map(links.map(({ address }) => [address, 0]));
  if (counts.size === 0) return counts;
  // Scans the code only once, because there may be thousands of libraries.
  for (let at = code.indexOf(PUSH20); at !== -1; at = code.indexOf(PUSH20, at + 1)) {
    const address = `0x${code.slice(at + 2, at + 42)}`;
    const before = counts.get(address);
    if (before !== undefined) counts.set(address, before + 1);
  }
  return counts;
}
