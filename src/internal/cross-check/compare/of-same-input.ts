import { varyLineEndings } from "../../bytecode/predict/line-endings.ts";
import { getIdentifier } from "../../domain/build.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { ContractRecord, SourceFiles, Submission } from "../../domain/record.ts";
import { importClosure } from "../../solidity/import-closure.ts";
import { hasTextHash } from "../../solidity/metadata.ts";
import { findDifferingSettings, findOneSidedSettings } from "../../solidity/normalised-settings.ts";
import { getOwn } from "../../text/is-object.ts";
import type { BuildEvidence } from "../evidence.ts";

/**
 * True if the record has exactly this input. In that case, the service compiled the input and found a match, no matter
 * who submitted it. False if that is uncertain, for example because the record also contains another submitter's
 * sources.
 *
 * @param record Must include `stdJsonInput` and `compilation`.
 */
export function hasExactInput(
  { stdJsonInput, compilation }: Pick<ContractRecord, "stdJsonInput" | "compilation">,
  { compilation: given, contract }: Pick<BuildEvidence, "compilation" | "contract">,
): boolean {
  if (stdJsonInput == null || compilation == null) return false;
  const { language, sources, settings } = stdJsonInput;
  const stored = Object.entries(sources);
  const { input } = given;
  return (
    compilation.compilerVersion === given.compilerVersion &&
    compilation.fullyQualifiedName === getIdentifier(contract) &&
    language === input.language &&
    stored.length === Object.keys(input.sources).length &&
    stored.every(([path, source]) => input.sources[path]?.content === source.content) &&
    findDifferingSettings(input.settings, settings).length === 0 &&
    findOneSidedSettings(input.settings, settings).length === 0 &&
    findOneSidedSettings(settings, input.settings).length === 0
  );
}

/**
 * True if the record may come from this submission because it has the submitted compiler, contract and sources (with
 * any line endings). A false result doesn't rule this out, because a compilation shared by several contracts keeps the
 * names from the first submission.
 *
 * @param record Must include `metadata`, `sources` and `compilation`.
 */
export function fitsSubmission(
  record: ContractRecord,
  { stdJsonInput, compilerVersion, contractIdentifier }: Submission,
): boolean {
  const { compilation, metadata, sources } = record;
  if (compilation == null) return false;
  return (
    compilation.compilerVersion === compilerVersion.replace(/^v/, "") &&
    compilation.fullyQualifiedName === contractIdentifier &&
    (metadata?.sources === undefined
      ? hasSources(stdJsonInput, sources ?? undefined)
      : findDifferingInputSources(record, stdJsonInput).length === 0)
  );
}

/** True if the record has the given sources. For languages without metadata. */
function hasSources({ sources: given }: StandardJsonInput, stored: SourceFiles | undefined): boolean {
  return (
    stored !== undefined &&
    Object.entries(stored).every(([path, { content }]) => {
      const source = getOwn(given, path);
      return source !== undefined && varyLineEndings(source.content).includes(content);
    })
  );
}

/**
 * Returns the sources in the record's metadata that differ from a compiler input, ignoring line endings. The service
 * may change line endings before it compiles and stores the text.
 */
export function findDifferingInputSources(
  record: ContractRecord,
  { sources }: StandardJsonInput,
): readonly string[] {
  return Object.entries(record.metadata?.sources ?? {}).flatMap(([path, { keccak256: hash }]) => {
    const source = getOwn(sources, path);
    const texts = source === undefined ? [] : varyLineEndings(source.content);
    return texts.some((text) => hasTextHash(text, hash)) ? [] : [path];
  });
}

/**
 * Returns the paths of the contract's source and all its imports. If the imports can't be followed, returns only the
 * contract's source.
 */
export function listNeededSources({ compilation, contract }: BuildEvidence): readonly string[] {
  const closure = importClosure(compilation.input, contract.inputSourceName);
  return closure.kind === "known" ? closure.sources : [contract.inputSourceName];
}
