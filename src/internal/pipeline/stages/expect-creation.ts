import type { Comparison } from "../../bytecode/compare.ts";
import { predictSide } from "../../bytecode/predict/predict-match.ts";
import type { CreationFacts } from "../../chain/deployment-facts.ts";
import type { ExpectedMatch } from "../../domain/match.ts";

/** A verification service can compare the init code only if it is the creating transaction's input. */
export function isCreationVisible(creation: CreationFacts | undefined): boolean {
  return creation?.initCode !== undefined && creation.initCode.bytecode === creation.input;
}

/**
 * Only a service with trace support finds the init code of a contract created by another contract. No service finds
 * init code in a ledger's native transactions.
 */
export function expectHiddenCreation(
  predicted: ExpectedMatch,
  creation: CreationFacts | undefined,
): ExpectedMatch {
  if (creation === undefined || isCreationVisible(creation)) return predicted;
  const reasons = predicted.reasons.filter((reason) => reason !== UNKNOWN);
  if (creation.factory !== null)
    return { ...predicted, creation: "unknown", reasons: [...reasons, BY_CONTRACT] };
  if (creation.initCode === undefined) return predicted;
  return { ...predicted, creation: "none", reasons: [...reasons, NOT_IN_TRANSACTION] };
}

export function expectWritten(creation: Comparison | undefined): ExpectedMatch {
  return {
    runtime: "none",
    creation: creation === undefined ? "unknown" : predictSide(creation),
    reasons: [
      WRITTEN,
      ...(creation?.hasMetadataHash === false ? [NO_HASH] : []),
      ...(creation?.sameMetadata === false ? [OTHER_METADATA] : []),
    ],
  };
}

const WRITTEN =
  "the creation code is from the build, but the code on chain isn't: a service matches only the creation code";
const NO_HASH = "the creation code has no metadata hash, so its match can't be exact";
const OTHER_METADATA = "the metadata differs: the sources or settings aren't exactly the deployed ones";

const UNKNOWN = "the creation code is unknown";
const BY_CONTRACT = "another contract created it, and in that case many services match only the runtime code";
const NOT_IN_TRANSACTION =
  "the creating transaction does not contain the init code, so a service matches only the runtime code";
