import { type Link, linksOf } from "../../bytecode/links.ts";
import { ifAnswered } from "../../chain/chain-port.ts";
import { stateAt } from "../../chain/chain-state.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readQuery } from "../../chain/read-query.ts";
import { shownAs } from "../../cross-check/compare/linked-library.ts";
import type { LinkedLibrary } from "../../cross-check/evidence.ts";
import { retryUntilPresent } from "../../services/retry.ts";
import type { Run } from "../run.ts";
import type { FindLibrary } from "./libraries-of-build.ts";

/** More than any program has; a chain of links may have no end. */
const MOST_LIBRARIES = 64;

/**
 * The libraries that a contract is linked with, and those that these are linked with, and so on, each once: a contract
 * also runs their code.
 */
export async function linkedLibraries(
  run: Run,
  facts: DeploymentFacts,
  links: readonly Link[],
  find: FindLibrary,
): Promise<readonly LinkedLibrary[]> {
  const found = new Map<string, LinkedLibrary>();
  const keyOf = ({ name, address }: Link): string => `${name} ${address}`;
  let next = links;
  while (next.length > 0) {
    const codes =
      found.size < MOST_LIBRARIES
        ? await readLibraries(run, facts, new Set(next.flatMap(({ address }) => address ?? [])))
        : undefined;
    const libraries: LinkedLibrary[] = [];
    for (const link of next) {
      const runtimeBytecode = codes?.get(link.address ?? "");
      // Without its code, it is open.
      const compilations = codes === undefined ? { compiled: [] } : await find(link, runtimeBytecode);
      libraries.push({ ...link, runtimeBytecode, ...compilations });
    }
    for (const library of libraries) found.set(keyOf(library), library);
    next = [...new Map(libraries.flatMap(linksOfLibrary).map((link) => [keyOf(link), link])).values()].filter(
      (link) => !found.has(keyOf(link)),
    );
  }
  return [...found.values()];
}

function linksOfLibrary(library: LinkedLibrary): readonly Link[] {
  const shown = shownAs(library);
  const { runtimeBytecode } = library;
  if (shown === undefined || runtimeBytecode === undefined) return [];
  const { template: runtime, input } = shown;
  const inputs = input === undefined ? [] : [input];
  return linksOf({ runtime, inputs, onchain: { runtime: runtimeBytecode } }).map((link) => ({
    ...link,
    linkedBy: "library",
  }));
}

/** Codes by address, 0x-hex; undefined where the node does not say. */
export type LibraryCodes = ReadonlyMap<string, string | undefined>;

/**
 * Reads the code of the libraries that the contract is linked with, each once a run and from the same state: before
 * anything is sent, because many nodes keep the state of a block for a minute only.
 */
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

/** Undefined where the node does not say. */
async function readCode(
  { ports }: Run,
  address: string,
  blockNumber: number | undefined,
): Promise<string | undefined> {
  const { chain, appearAttempts, clock, signal } = ports;
  const state = stateAt(chain, blockNumber);
  // A contract is deployed after its libraries, so that one without code is most likely a node that lags.
  const ask = async (): Promise<string | undefined> => {
    const code = await state.code(address, signal);
    return code === "0x" ? undefined : code;
  };
  return await ifAnswered(signal, async () => {
    const attempts = Math.min(appearAttempts, MOST_ATTEMPTS);
    const code = await retryUntilPresent(ask, attempts, signal, clock.wait);
    return code ?? ((await isCertainlyNone(ports, address)) ? "0x" : undefined);
  });
}

/** A node that fails can answer as if there were no code. The query service must not know one, if there is one. */
async function isCertainlyNone({ query, signal }: Run["ports"], address: string): Promise<boolean> {
  const answer = await readQuery(query, address, signal);
  return answer.state === "not-configured" || answer.state === "not-found";
}

/** The contract itself was there: what lags behind that is soon there as well. */
const MOST_ATTEMPTS = 4;
