import { lineEndingVariants } from "../../bytecode/predict/line-endings.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { ContractRecord, SourceFiles, Submission } from "../../domain/record.ts";
import { differingSettings, settingsOfOneOnly } from "../../solidity/normalised-settings.ts";
import type { EvidenceOfBuild } from "../evidence.ts";
import { otherSources } from "./other-sources.ts";

/**
 * Whether the record has exactly this input: the service compiled it and found a match, whoever submitted it. False if
 * uncertain, for example if the record also has sources of other submitters.
 *
 * @param record With `stdJsonInput` and `compilation`.
 */
export function isOfSameInput(
  { stdJsonInput, compilation }: Pick<ContractRecord, "stdJsonInput" | "compilation">,
  { compilation: given, contract }: Pick<EvidenceOfBuild, "compilation" | "contract">,
): boolean {
  if (stdJsonInput == null || compilation == null) return false;
  const { language, sources, settings = {} } = stdJsonInput;
  const stored = Object.entries(sources ?? {});
  const { input } = given;
  return (
    compilation.compilerVersion === given.compilerVersion &&
    compilation.fullyQualifiedName === `${contract.inputSourceName}:${contract.name}` &&
    language === input.language &&
    stored.length === Object.keys(input.sources).length &&
    stored.every(([path, source]) => input.sources[path]?.content === source.content) &&
    differingSettings(input.settings, settings ?? {}).length === 0 &&
    settingsOfOneOnly(input.settings, settings ?? {}).length === 0 &&
    settingsOfOneOnly(settings ?? {}, input.settings).length === 0
  );
}

/**
 * Whether the record can be of a submission: its sources are in it, with any line endings, and it has its compiler and
 * contract. False if uncertain: a compilation that several contracts share has the names of its first submitter.
 *
 * @param record With `metadata`, `sources` and `compilation`.
 */
export function hasSubmission(
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
      : otherSources(record, stdJsonInput).length === 0)
  );
}

/** For languages without metadata. */
function hasSources({ sources: given }: StandardJsonInput, stored: SourceFiles | undefined): boolean {
  return (
    stored !== undefined &&
    Object.entries(stored).every(([path, { content }]) => {
      const source = Object.hasOwn(given, path) ? given[path] : undefined;
      return source !== undefined && lineEndingVariants(source.content).includes(content);
    })
  );
}
