import type { ContractReport, ExpectedMatch, ForetoldMatch, Match, StoredMatch } from "../../report/model.ts";

/** The reason if nothing more is known. */
const METADATA_NOT_COVERED = "the metadata hash is not covered, so sources or settings may differ";

/** Why the stored match is not exact: the predicted reasons, or else what that means. */
export function notExactReason({
  match,
  expectedMatch,
}: Pick<ContractReport, "match" | "expectedMatch">): string {
  const wasPredicted =
    (match?.creationMatch === "match" && expectedMatch?.creation === "match") ||
    (match?.runtimeMatch === "match" && expectedMatch?.runtime === "match");
  const reasons = wasPredicted ? (expectedMatch?.reasons ?? []) : [];
  return reasons.length > 0 ? reasons.join("; ") : METADATA_NOT_COVERED;
}

/** "exact match", or "match (not exact: …)": a partial match never reads as a full one. */
export function matchWords(match: Match | null, reason?: string): string {
  switch (match) {
    case "exact_match":
      return "exact match";
    case "match":
      return reason === undefined ? "match (not exact)" : `match (not exact: ${reason})`;
    case null:
      return "no match";
  }
}

/** A side in a word, for a table: "exact", "not exact", "none". */
export function sideWord(match: Match | null): string {
  switch (match) {
    case "exact_match":
      return "exact";
    case "match":
      return "not exact";
    case null:
      return "none";
  }
}

/** Both sides in a sentence: "exact match of creation and runtime code". */
export function storedMatchWords(stored: StoredMatch, reason?: string): string {
  const { match, creationMatch, runtimeMatch } = stored;
  if (match === null) {
    return "no match";
  }
  if (stored.creationNotGiven === true)
    return `${matchWords(runtimeMatch, reason)} of the runtime code; the service does not compare the creation code`;
  if (creationMatch === runtimeMatch) {
    return `${matchWords(match, reason)} of creation and runtime code`;
  }
  const [best, side, other, otherMatch] =
    runtimeMatch === match
      ? (["runtime", runtimeMatch, "creation", creationMatch] as const)
      : (["creation", creationMatch, "runtime", runtimeMatch] as const);
  const rest =
    otherMatch === null ? `no match of the ${other} code` : `${matchWords(otherMatch)} of the ${other} code`;
  return `${matchWords(side, reason)} of the ${best} code, ${rest}`;
}

/** Both sides of the expected match: "exact match of creation and runtime code". */
export function expectedMatchWords({ creation, runtime }: ExpectedMatch): string {
  if (creation === "unknown" && runtime === "unknown") return "can't be predicted";
  return creation === runtime
    ? `${predictedWords(runtime)} of creation and runtime code`
    : `${predictedWords(creation)} of the creation code, ${predictedWords(runtime)} of the runtime code`;
}

function predictedWords(match: ForetoldMatch): string {
  switch (match) {
    case "exact_match":
    case "match":
      return matchWords(match);
    case "none":
      return "no match";
    case "unknown":
      return "unknown match";
  }
}

/** "under 0x0000…1b59: exact match of creation and runtime code" */
export function otherFormWords({ address, match }: NonNullable<ContractReport["otherForm"]>): string {
  return `under ${address}: ${storedMatchWords(match)}`;
}
