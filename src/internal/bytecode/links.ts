import {
  type CodeTemplate,
  decodeCode,
  encodeCode,
  libraryRanges,
  type Side,
} from "../domain/code-template.ts";
import { asObject } from "../text/is-object.ts";
import { compareCode } from "./compare.ts";
import { readFilledIn } from "./filled-in.ts";

/** A library that a contract is linked with. */
export interface Link {
  /** `path:Name`, as the compiler has it. */
  readonly name: string;
  /** 0x-hex, in lower case; undefined for one of the constructor alone where the executed init code is not known. */
  readonly address: string | undefined;
  /** `constructor`: the creation code alone has it. `settings`: the compiler linked it. `library`: a linked library has it. */
  readonly linkedBy: "runtime code" | "constructor" | "settings" | "library";
}

/** The parts of a compiler input that link libraries. */
export interface LinkingInput {
  readonly sources: Readonly<Record<string, unknown>>;
  readonly settings: Readonly<Record<string, unknown>>;
  /** Not needed for a metadata, in which the compiler wrote the names as it links them. */
  readonly compilerVersion?: string | undefined;
}

/** A compiled contract, and what of it is on chain. */
export interface LinkedCode {
  readonly runtime: CodeTemplate;
  /** Undefined for a library, which is never created by the contract. */
  readonly creation?: CodeTemplate | undefined;
  /** The inputs that it may have been compiled from, the certain one first; a metadata has the same parts. */
  readonly inputs: readonly LinkingInput[];
  readonly onchain: { readonly runtime: string; readonly initCode?: string | undefined };
}

/** The start of an inferred reference's name: codes have no names. */
export const UNNAMED = ":@";

/**
 * Every library that a contract is linked with, at each address: those at the compiler's references in runtime code and
 * creation code, which have the codes of the contracts that it creates in them, and those that the settings link.
 */
export function linksOf({ runtime, creation, inputs, onchain }: LinkedCode): readonly Link[] {
  const found = new Map<string, Link>();
  /** Keys of what is found, by address: a hostile code has tens of thousands. */
  const keysAt = new Map<string | undefined, Set<string>>();
  const add = (linkedBy: Link["linkedBy"], links: readonly Named[]): void => {
    // A library is linked at many places.
    const distinct = new Map(links.map((link) => [`${link.name} ${link.address}`, link]));
    for (const link of distinct.values()) {
      const keys = keysAt.get(link.address) ?? new Set();
      keysAt.set(link.address, keys);
      // Settings may link by a bare name every library that has it.
      const earlier =
        linkedBy === "settings"
          ? undefined
          : [...keys].find((each) => isSameLibrary(found.get(each) as Link, link));
      const before = earlier === undefined ? undefined : found.get(earlier);
      // The creation code has the runtime code in it: its references name what the runtime code's may lack.
      const name = before === undefined || pathIn(before.name) === "" ? link.name : before.name;
      const key = `${nameOf({ name })} ${link.address}`;
      if (earlier !== undefined && earlier !== key) {
        found.delete(earlier);
        keys.delete(earlier);
      }
      if (found.has(key)) continue;
      found.set(key, { name, address: link.address, linkedBy: before?.linkedBy ?? linkedBy });
      keys.add(key);
    }
  };
  add("runtime code", filledIn("runtime", onchain.runtime, runtime) ?? []);
  const initCode = onchain.initCode ?? "0x";
  if (creation !== undefined)
    add("constructor", filledIn("creation", initCode, creation) ?? constructorNames(runtime, creation));
  const codes = [onchain.runtime, initCode, runtime.object, creation?.object].join(" ").toLowerCase();
  for (const [index, input] of inputs.entries()) {
    // Another submitter's input may have the same library at another path; in one input, these are two libraries.
    const keyOf = ({ address, name }: Named) => `${address} ${index > 0 ? bareName({ name }) : name}`;
    const known = new Set(
      [...found.values()].map((link) => (link.name.startsWith(UNNAMED) ? link.address : keyOf(link))),
    );
    const isNew = (link: Named) => !known.has(link.address) && !known.has(keyOf(link));
    add("settings", pushedIn(codes, settingsLinks(input)).filter(isNew));
  }
  return [...found.values()];
}

type Named = Omit<Link, "linkedBy">;

/** One library at one address: by its whole name, by its bare name where a tool keeps no path, or without any name. */
function isSameLibrary(one: Named, other: Named): boolean {
  if (one.address !== other.address) return false;
  if (nameOf(one) === nameOf(other)) return true;
  if (one.address === undefined || (pathIn(one.name) !== "" && pathIn(other.name) !== "")) return false;
  return [nameOf(one), nameOf(other)].includes(UNNAMED) || bareName(one) === bareName(other);
}

/** Undefined for code that is another program, whose bytes at these places are no addresses. */
function filledIn(side: Side, onchain: string, template: CodeTemplate): readonly Named[] | undefined {
  if (Object.keys(template.linkReferences).length === 0) return [];
  const [actual, built] = [decodeCode(onchain), decodeCode(template.object)];
  const compared = compareCode(side, onchain, template);
  const isOther = compared?.differences.some(({ kind }) => kind === "code" || kind === "length") ?? true;
  if (actual === undefined || built === undefined || isOther) return undefined;
  return readFilledIn("library", side, actual, built, template).ranges.map(({ name, start, length }) => ({
    name,
    address: encodeCode(actual, start, start + length),
  }));
}

/** The creation code contains the runtime code, so the constructor has what the creation code has more places for. */
function constructorNames(runtime: CodeTemplate, creation: CodeTemplate): readonly Named[] {
  const inRuntime = placesOf(runtime);
  return [...placesOf(creation)].flatMap(([name, places]) =>
    places > (inRuntime.get(name) ?? 0) ? [{ name, address: undefined }] : [],
  );
}

function placesOf({ linkReferences }: CodeTemplate): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [name, ranges] of libraryRanges(linkReferences)) {
    const key = nameOf({ name });
    places.set(key, (places.get(key) ?? 0) + ranges.length);
  }
  return places;
}

/** Inferred references have their place for a name, which differs between the two codes. */
function nameOf({ name }: Pick<Link, "name">): string {
  return name.startsWith(UNNAMED) ? UNNAMED : name;
}

/** Compilers before 0.7.5 link every library of a name, whichever path the settings give it. */
const IGNORES_PATHS = /^v?0\.(?:[0-6]\.|7\.[0-4](?!\d))/;

/** A path without a source links nothing, even an empty path. */
function settingsLinks({ sources, settings, compilerVersion = "" }: LinkingInput): readonly Named[] {
  const isByName = IGNORES_PATHS.test(compilerVersion);
  return librariesInSettings(settings.libraries).flatMap(([written, address]) => {
    const name = isByName ? bareName({ name: written }) : written;
    const path = pathIn(name);
    const isLinked = !name.includes(":") || Object.hasOwn(sources, path);
    return isLinked && typeof address === "string" && ADDRESS.test(address)
      ? [{ name, address: address.toLowerCase() }]
      : [];
  });
}

/** The unchecked addresses by `path:Name`. An input nests names below their path, metadata doesn't. */
export function librariesInSettings(
  libraries: unknown,
): readonly (readonly [name: string, address: unknown])[] {
  return Object.entries(asObject(libraries)).flatMap(
    ([key, value]): readonly (readonly [string, unknown])[] =>
      typeof value === "string"
        ? [[key, value]]
        : Object.entries(asObject(value)).map(([name, address]) => [`${key}:${name}`, address]),
  );
}

/** The path of `path:Name`; empty for a library that settings name alone, as all do for compilers before 0.7.5. */
export function pathIn(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(":")));
}

export function bareName({ name }: Pick<Link, "name">): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const PUSH20 = "73";

/** The settings are for all contracts of a project: one is linked with those whose address its code pushes. */
function pushedIn(codes: string, links: readonly Named[]): readonly Named[] {
  const wanted = new Set(links.map(({ address }) => address));
  if (wanted.size === 0) return [];
  const pushed = new Set<string | undefined>();
  // The codes once, and not once for each of thousands of libraries.
  for (let at = codes.indexOf(PUSH20); at !== -1; at = codes.indexOf(PUSH20, at + 1)) {
    const address = `0x${codes.slice(at + 2, at + 42)}`;
    if (wanted.has(address)) pushed.add(address);
  }
  return links.filter(({ address }) => pushed.has(address));
}
