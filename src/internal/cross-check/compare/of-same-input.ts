import type { ContractRecord } from "../../domain/record.ts";
import { differingSettings, settingsOfOneOnly } from "../../solidity/normalised-settings.ts";
import type { EvidenceOfBuild } from "../evidence.ts";

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
