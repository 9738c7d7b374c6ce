import { type Compilation, getIdentifier, type InputName } from "../domain/build.ts";
import { type StandardJsonInput, withSources } from "../domain/compiler-input.ts";
import { GIVEN_INPUT, selectOutputs } from "../domain/output-selection.ts";
import type { Submission } from "../domain/record.ts";
import { importClosure } from "../solidity/import-closure.ts";
import { nestByFile } from "../solidity/metadata.ts";

/** `auto` submits everything only if the contract's imports aren't enough. */
export type SourcesMode = "auto" | "minimal" | "full";

export interface PlannedSubmission {
  readonly sources: "minimal" | "full";
  readonly reason: string;
  readonly body: Submission;
  readonly bytes: number;
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
}

/** The fallback is sent if the result shows that more sources are needed. */
export interface Plan {
  readonly first: PlannedSubmission;
  readonly fallback?: PlannedSubmission | undefined;
  /** Sent to a service that doesn't link libraries. Undefined if there are none to link. */
  readonly linked: PlannedSubmission | undefined;
}

export interface SubmissionParts {
  readonly contract: InputName;
  readonly compilation: Compilation;
  readonly creationTransactionHash?: string | undefined;
  /** Libraries linked into the code on chain but missing from the compiler input. @default none */
  readonly libraries?: readonly { readonly name: string; readonly address: string }[];
}

/** If the mode is `minimal` and the imports can't be determined, returns the reason. */
export function planSubmission(
  parts: SubmissionParts,
  mode: SourcesMode | "as-given",
): Plan | { readonly unknown: string } {
  const { input } = parts.compilation;
  const all = Object.keys(input.sources);
  const starting = (first: PlannedSubmission): Plan => ({ first, linked: planLinked(parts, first) });
  if (mode === "as-given") return starting(createPlanned(parts, "full", GIVEN_INPUT, input));
  const full = (reason: string) => createPlanned(parts, "full", reason, withSources(input, all));
  if (mode === "full") return starting(full("asked for"));

  const closure = importClosure(input, parts.contract.inputSourceName);
  if (closure.kind === "unknown")
    return mode === "minimal" ? { unknown: closure.reason } : starting(full(closure.reason));
  const isAll = closure.sources.length === all.length;
  const reason = isAll ? "the contract imports every file of the build" : "only what the contract imports";
  const plan = starting(createPlanned(parts, "minimal", reason, withSources(input, closure.sources)));
  if (mode === "minimal" || isAll) return plan;
  const fallback = full("only if the contract's imports alone don't give the expected match");
  return { ...plan, fallback };
}

/** Addresses in the settings become part of the metadata, so the match is no longer exact. */
function planLinked(
  parts: SubmissionParts,
  { sources, body }: PlannedSubmission,
): PlannedSubmission | undefined {
  const { libraries = [] } = parts;
  if (libraries.length === 0) return undefined;
  const reason = "with the libraries' addresses, only if the service doesn't link; the match is then inexact";
  return createPlanned(parts, sources, reason, addLibraries(body.stdJsonInput, libraries));
}

export function addLibraries(
  input: StandardJsonInput,
  libraries: NonNullable<SubmissionParts["libraries"]>,
): StandardJsonInput {
  if (libraries.length === 0) return input;
  const before = input.settings.libraries as Readonly<Record<string, object>> | undefined;
  const added = Object.fromEntries(libraries.map(({ name, address }) => [name, address]));
  return { ...input, settings: { ...input.settings, libraries: nestByFile(added, before) } };
}

function createPlanned(
  parts: SubmissionParts,
  sources: "minimal" | "full",
  reason: string,
  input: StandardJsonInput,
): PlannedSubmission {
  const { contract, compilation, creationTransactionHash } = parts;
  const { compilerVersion } = compilation;
  const contractIdentifier = getIdentifier(contract);
  const body: Submission = {
    stdJsonInput: selectOutputs(input, { compilerVersion, contractIdentifier }),
    compilerVersion,
    contractIdentifier,
    // Services reject a null or empty hash, so the key is omitted if the hash is unknown.
    ...(creationTransactionHash && { creationTransactionHash: creationTransactionHash.toLowerCase() }),
  };
  // Computed on first use, because a fallback is rarely sent and a build's whole input can be many megabytes in size.
  return {
    sources,
    reason,
    body,
    get files() {
      return Object.entries(body.stdJsonInput.sources)
        .map(([path, source]) => ({ path, bytes: Buffer.byteLength(source.content) }))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    get bytes() {
      return Buffer.byteLength(JSON.stringify(body));
    },
  };
}
