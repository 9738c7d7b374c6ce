import { compareCode } from "../../bytecode/compare.ts";
import { type CompiledByUs, compiledByUs } from "../../cross-check/compare/compiled-here.ts";
import type { Evidence, LinkedLibrary } from "../../cross-check/evidence.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { Run } from "../run.ts";
import { readLibraries } from "./read-libraries.ts";

/** More than any program has; each costs a request. */
const MOST_RECORDS = 32;

type Linked = Pick<Evidence, "libraries" | "nestedLibraries">;

/**
 * The libraries of the code on chain: those of the build, else those of what a compiler here made of the record or of the
 * given input. Of each that no build has, also the verification service's record.
 */
export async function linkedLibraries(
  run: Run,
  { facts, build, recompiled, givenCompiled }: Pick<Evidence, "facts" | "build"> & CompiledByUs,
): Promise<Linked> {
  if (build?.compiled !== undefined) {
    const [libraries, nestedLibraries] = await Promise.all(
      [build.libraries, build.nestedLibraries].map((each) => withRecords(run, each)),
    );
    return { libraries: libraries ?? [], nestedLibraries: nestedLibraries ?? [] };
  }
  const template = compiledByUs({ recompiled, givenCompiled })?.runtime;
  const addresses =
    template === undefined ? {} : (compareCode("runtime", facts.runtimeBytecode, template)?.libraries ?? {});
  const codes = await readLibraries(run, facts, new Set(Object.values(addresses)));
  const libraries = Object.entries(addresses).map(([name, address]) => ({
    name,
    address,
    template: undefined,
    runtimeBytecode: codes.get(address),
  }));
  return { libraries: await withRecords(run, libraries), nestedLibraries: [] };
}

async function withRecords(run: Run, libraries: readonly LinkedLibrary[]): Promise<readonly LinkedLibrary[]> {
  const unknown = libraries.filter(({ template }) => template === undefined).slice(0, MOST_RECORDS);
  return Promise.all(
    libraries.map(async (library) =>
      unknown.includes(library) ? { ...library, record: await readRecordOf(run, library) } : library,
    ),
  );
}

/** A record that can't be read proves nothing, and stops nothing. */
async function readRecordOf(run: Run, { address }: LinkedLibrary): Promise<LinkedLibrary["record"]> {
  const { chainId, signal } = run.ports;
  try {
    return await run.verification().contract(chainId, address, { fields: ["metadata"], signal });
  } catch (error) {
    if (error instanceof ServiceError && !signal.aborted) return undefined;
    throw error;
  }
}
