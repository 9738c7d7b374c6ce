import type { CandidateSet } from "../../builds/candidate-set.ts";
import { ifUnusable } from "../../builds/json-file.ts";
import { formatPath } from "../../builds/read-candidates.ts";
import { isSameCode } from "../../bytecode/compare.ts";
import { collectLinks, type Link, type LinkingInput } from "../../bytecode/links.ts";
import { ifAnswered } from "../../chain/chain-port.ts";
import { stateAt } from "../../chain/chain-state.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readQuery } from "../../chain/read-query.ts";
import { findProvenCompilation } from "../../cross-check/compare/linked-library.ts";
import type { KnownLibrary, LinkedLibrary } from "../../cross-check/evidence.ts";
import { type Build, type BuildCandidate, type Compilation, splitName } from "../../domain/build.ts";
import { Memo } from "../../domain/memo.ts";
import { untilPresent } from "../../services/retry.ts";
import { importClosure } from "../../solidity/import-closure.ts";
import { isSameJson } from "../../text/canonical-json.ts";
import { distinct } from "../../text/is-object.ts";
import type { Run } from "../run.ts";
import type { LoadedBuild } from "./read-builds.ts";

/** More than any real contract uses. Chains of library links may be endless. */
const MOST_LIBRARIES = 64;

/** Includes libraries of libraries, because the contract also runs their code. */
export async function findLibraries(
  run: Run,
  facts: DeploymentFacts,
  links: readonly Link[],
  find: FindLibrary,
): Promise<readonly LinkedLibrary[]> {
  const found = new Map<string, LinkedLibrary>();
  const createKey = ({ name, address }: Link): string => `${name} ${address}`;
  let next = links;
  while (next.length > 0) {
    const codes =
      found.size < MOST_LIBRARIES
        ? await readLibraries(run, facts, new Set(next.flatMap(({ address }) => address ?? [])))
        : undefined;
    const libraries: LinkedLibrary[] = [];
    for (const link of next) {
      const runtimeBytecode = codes?.get(link.address ?? "");
      // If the node can't return the code, the library stays unproven.
      const compilations = codes === undefined ? { compiled: [] } : await find(link, runtimeBytecode);
      libraries.push({ ...link, runtimeBytecode, ...compilations });
    }
    for (const library of libraries) found.set(createKey(library), library);
    next = distinct(libraries.flatMap(listLinks), createKey).filter((link) => !found.has(createKey(link)));
  }
  return [...found.values()];
}

function listLinks(library: LinkedLibrary): readonly Link[] {
  const shown = findProvenCompilation(library);
  const { runtimeBytecode } = library;
  if (shown === undefined || runtimeBytecode === undefined) return [];
  const { template: runtime, input } = shown;
  const inputs = input === undefined ? [] : [input];
  return collectLinks({ runtime, inputs, onchain: { runtime: runtimeBytecode } }).map((link) => ({
    ...link,
    linkedBy: "library",
  }));
}

/** Maps addresses to codes. A code is undefined if the node can't return it. */
export type LibraryCodes = ReadonlyMap<string, string | undefined>;

/** Called before the submission, because many nodes keep a block's state for only a minute. */
export async function readLibraries(
  run: Run,
  { blockNumber }: DeploymentFacts,
  addresses: ReadonlySet<string>,
): Promise<LibraryCodes> {
  const read = [...addresses].map(async (address) => {
    const code = await run.libraryCodes.get(address, () => readCode(run, address, blockNumber));
    return [address, code] as const;
  });
  return new Map(await Promise.all(read));
}

async function readCode(
  { ports }: Run,
  address: string,
  blockNumber: number | undefined,
): Promise<string | undefined> {
  const { chain, appearAttempts, clock, signal } = ports;
  const state = stateAt(chain, blockNumber, signal);
  // Libraries are deployed before the contract, so if a library has no code, the node most likely lags.
  const ask = async (): Promise<string | undefined> => {
    const code = await state.code(address);
    return code === "0x" ? undefined : code;
  };
  return await ifAnswered(signal, async () => {
    const attempts = Math.min(appearAttempts, MOST_ATTEMPTS);
    const code = await untilPresent(ask, { attempts, wait: clock.wait, signal });
    return code ?? ((await isCodeCertainlyMissing(ports, address)) ? "0x" : undefined);
  });
}

/** A failing node can respond as if there were no code, so the query service must confirm that the code is missing. */
async function isCodeCertainlyMissing({ query, signal }: Run["ports"], address: string): Promise<boolean> {
  const answer = await readQuery(query, address, signal);
  return answer.state === "not-configured" || answer.state === "not-found";
}

/** The node already has the contract's code, so only a short lag is possible. */
const MOST_ATTEMPTS = 4;

/** `others` have the same name but different sources. */
export type Compilations = Pick<LinkedLibrary, "compiled" | "others" | "lacking">;

/** @param code The code at the library's address, 0x-prefixed hex. */
export type FindLibrary = (link: Link, code: string | undefined) => Promise<Compilations>;

/** A project may deploy a library from a different compilation, so only the sources must be equal. */
export function createFinder(
  set: CandidateSet,
  { candidate, compilation }: LoadedBuild,
  projectRoot: string,
): { readonly inArtifacts: FindLibrary; readonly inAll: FindLibrary } {
  const load = (library: BuildCandidate) => set.load(library).catch(ifUnusable(undefined));
  const shown = async (library: BuildCandidate, known?: Build): Promise<KnownLibrary> => {
    const build = known ?? (await load(library));
    return {
      template: library.runtime,
      by: "build",
      file: formatPath(library.file, projectRoot),
      input: build && toLinkingInput(build),
    };
  };
  const inOutput = async (build: Build, name: string): Promise<readonly KnownLibrary[]> =>
    Promise.all((await set.outputs.contractsNamed(build, name)).map((each) => shown(each, build)));

  const readArtifacts = async (name: string): Promise<Compilations> => {
    const known = set.candidates.filter((each) => hasName(each, name));
    set.onUsed?.(known);
    const compiled: KnownLibrary[] = [];
    const others: KnownLibrary[] = [];
    for (const each of known) {
      const isOwn =
        each.buildFile === candidate.buildFile ||
        hasSameSources(compilation, await load(each), each.inputSourceName);
      (isOwn ? compiled : others).push(await shown(each));
    }
    return { compiled: compiled.length > 0 ? compiled : await inOutput(compilation, name), others };
  };
  /** Some contracts in a build have no artifact, so the outputs are searched too. */
  const readOutputs = async (name: string): Promise<readonly KnownLibrary[]> => {
    const built = set.candidates.filter(({ buildFile }) => buildFile !== "");
    const firsts = distinct(built, ({ buildFile }) => buildFile).slice(0, MOST_BUILDS);
    set.onUsed?.(firsts);
    const found: KnownLibrary[] = [];
    for (const first of firsts) {
      const build = await load(first);
      if (build !== undefined && hasSameSources(compilation, build, splitName(name).path))
        found.push(...(await inOutput(build, name)));
    }
    return found;
  };
  const artifacts = new Memo<Compilations>();
  const outputs = new Memo<readonly KnownLibrary[]>();
  const fromArtifacts = (name: string) => artifacts.get(name, () => readArtifacts(name));
  return {
    inArtifacts: ({ name }) => fromArtifacts(name),
    inAll: async ({ name }, code) => {
      const found = await fromArtifacts(name);
      if (code === undefined || !isOpen(code, found)) return found;
      const others = await outputs.get(name, () => readOutputs(name));
      return { ...found, compiled: [...found.compiled, ...others] };
    },
  };
}

/** True if no known compilation produces the code at a library's address. */
export function isOpen(code: string, { compiled }: Compilations): boolean {
  return code !== "0x" && !compiled.some(({ template }) => isSameCode("runtime", code, template));
}

/** The libraries that a build's contract links, according to its code, its settings and the chain. */
export function collectBuildLinks(
  { candidate, compilation }: LoadedBuild,
  { runtimeBytecode, creation }: DeploymentFacts,
): readonly Link[] {
  return collectLinks({
    ...candidate,
    inputs: [toLinkingInput(compilation)],
    onchain: { runtime: runtimeBytecode, initCode: creation?.initCode?.bytecode },
  });
}

export function toLinkingInput({ input, compilerVersion }: Compilation): LinkingInput {
  return { ...input, compilerVersion };
}

/** No single project is expected to have more build files than this. */
const MOST_BUILDS = 64;

/** Old tools write only a library's name to the settings, without its path. */
function hasName({ inputSourceName, name }: BuildCandidate, linked: string): boolean {
  const { path, name: bare } = splitName(linked);
  return name === bare && (path === "" || path === inputSourceName);
}

function hasSameSources({ input }: Build, library: Build | undefined, path: string): boolean {
  if (library === undefined || !Object.hasOwn(library.input.sources, path)) return false;
  const own = importClosure(input, path);
  const its = importClosure(library.input, path);
  const sources = its.kind === "known" ? its.sources : Object.keys(library.input.sources);
  return (
    (own.kind !== "known" || its.kind !== "known" || isSameJson(own.sources, its.sources)) &&
    sources.every((each) => input.sources[each]?.content === library.input.sources[each]?.content)
  );
}
