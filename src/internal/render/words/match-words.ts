import type { ContractReport, ExpectedMatch, ForetoldMatch, Match, StoredMatch } from "../../report/model.ts";

const METADATA_NOT_COVERED = "the metadata hash is not covered, so sources or settings may differ";

/** The stored match, unless neither side matches. */
export function getStoredMatch({ match }: ContractReport): StoredMatch | null {
  return match?.match == null ? null : match;
}

/** The predicted reason, or else a general one. */
export function notExactReason({ match, expectedMatch }: ContractReport): string {
  const wasPredicted =
    (match?.creationMatch === "match" && expectedMatch?.creation === "match") ||
    (match?.runtimeMatch === "match" && expectedMatch?.runtime === "match");
  const reasons = wasPredicted ? (expectedMatch?.reasons ?? []) : [];
  return reasons.length > 0 ? reasons.join("; ") : METADATA_NOT_COVERED;
}

/** `whole` is for a sentence, `side` for a table. A partial match is never worded like a full match. */
const WORDS = {
  exact_match: { whole: "exact match", side: "exact" },
  match: { whole: "match (not exact)", side: "not exact" },
  none: { whole: "no match", side: "none" },
  unknown: { whole: "unknown match", side: "unknown" },
} as const satisfies Record<ForetoldMatch, object>;

export function matchWords(match: ForetoldMatch | null, reason?: string): string {
  return match === "match" && reason !== undefined
    ? `match (not exact: ${reason})`
    : WORDS[match ?? "none"].whole;
}

export function sideWord(match: Match | null): string {
  return WORDS[match ?? "none"].side;
}

/** "exact match of creation and runtime code" */
export function storedMatchWords(stored: StoredMatch, reason?: string): string {
  const { match, creationMatch, runtimeMatch } = stored;
  if (match === null) return matchWords(match);
  if (stored.creationNotGiven === true)
    return `${matchWords(runtimeMatch, reason)} of the runtime code; the service does not compare the creation code`;
  if (creationMatch === runtimeMatch)
    return `${matchWords(runtimeMatch, reason)} of creation and runtime code`;
  const creationSide = [creationMatch, "creation"] as const;
  const runtimeSide = [runtimeMatch, "runtime"] as const;
  // Describes the sides separately, because the service's overall match may apply to only one side.
  const [[best, side], [other, otherSide]] =
    runtimeMatch === match ? [runtimeSide, creationSide] : [creationSide, runtimeSide];
  return `${matchWords(best, reason)} of the ${side} code, ${matchWords(other)} of the ${otherSide} code`;
}

export function otherFormWords({ address, match }: NonNullable<ContractReport["otherForm"]>): string {
  return `under ${address}: ${storedMatchWords(match)}`;
}

export function expectedMatchWords({ creation, runtime }: ExpectedMatch): string {
  if (creation === "unknown" && runtime === "unknown") return "can't be predicted";
  if (creation === "unknown")
    return `${matchWords(runtime)} of the runtime code; the creation code can't be predicted`;
  return creation === runtime
    ? `${matchWords(runtime)} of creation and runtime code`
    : `${matchWords(creation)} of the creation code, ${matchWords(runtime)} of the runtime code`;
}
