import type { CreationFacts } from "../../chain/deployment-facts.ts";
import type { ExpectedMatch } from "../../domain/expected-match.ts";

/** Whether the creating transaction's input is the init code: a verification service compares this input. */
export function isCreationVisible(creation: CreationFacts | undefined): boolean {
  return creation?.initCode !== undefined && creation.initCode.bytecode === creation.input;
}

/**
 * The expected match where the creating transaction's input is not the init code. A service that traces finds the init
 * code of a creation by a contract, and no service finds that of a ledger's own kinds of transaction.
 *
 * @param predicted Without a comparison of the creation code.
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

/** As `predictMatch` says it. */
const UNKNOWN = "the creation code is unknown";
const BY_CONTRACT =
  "another contract created it, and many services match only the runtime code of such a contract";
const NOT_IN_TRANSACTION =
  "the creating transaction does not contain the init code, so a service matches only the runtime code";
