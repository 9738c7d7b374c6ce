import { compareCode, withObject } from "../../bytecode/compare.ts";
import { inferredTemplate } from "../../bytecode/inferred-template.ts";
import { predictSide } from "../../bytecode/predict/predict-match.ts";
import { placesOf } from "../../bytecode/replay/places.ts";
import type { Side } from "../../domain/code-template.ts";
import type { ExpectedSideMatch } from "../../domain/expected-match.ts";
import { rankPrediction } from "../../domain/match.ts";
import type { BytecodeRecord, Match } from "../../domain/record.ts";
import { type CheckRule, type Finding, failed, passed, unknown } from "../check.ts";
import { isVyper, replaySide } from "../compare/replay-side.ts";
import type { Evidence } from "../evidence.ts";

const WITHOUT_BUILD =
  "without a build nobody knows whether what differs inside of the code is metadata or a constant";

export const matchClaim: CheckRule = {
  id: "match-claim",
  subject: "claimed match has its evidence",
  witnesses: ["record", "chain", "build"],
  proves:
    "The match that the record claims is no better than what its recompiled code gives when it is compared here with the code on chain, side by side, and is the better of its two sides. A side whose code on chain is not known is left out, unless `--require-creation` asks for it. An exact match needs the same metadata, with a hash in it, and no transformation of metadata.",
  run: (evidence) => {
    const { record, facts, requirement } = evidence;
    const sides = [
      claimOf("runtime", evidence, facts.runtimeBytecode),
      claimOf("creation", evidence, facts.creation?.creationBytecode),
    ];
    const better = [record.runtimeMatch, record.creationMatch].includes("exact_match")
      ? "exact_match"
      : (record.runtimeMatch ?? record.creationMatch);
    if (record.match !== better)
      return failed(`match ${better ?? "none"}`, `match ${record.match ?? "none"}`);
    const patched = sides.find(
      ({ side, claimed }) => claimed === "exact_match" && hasOtherMetadata(record[`${side}Bytecode`]),
    );
    if (patched !== undefined)
      return failed(
        `${patched.side} match`,
        `${patched.side} exact_match`,
        "the record itself says that the metadata on chain is not what the service compiled",
      );
    const tooMuch = sides.find(
      ({ claimed, found }) =>
        found !== undefined && found !== "unknown" && rankPrediction(claimed) > rankPrediction(found),
    );
    if (tooMuch !== undefined)
      return failed(`${tooMuch.side} ${tooMuch.found}`, `${tooMuch.side} ${tooMuch.claimed}`);
    const untold = sides.find(({ found }) => found === "unknown");
    if (untold !== undefined)
      return unknown(`${untold.side}: ${untold.reason ?? "nothing proves the match"}`);
    const isUnproven = record.creationMatch !== null && facts.creation?.creationBytecode === undefined;
    if (requirement.requireCreation && isUnproven) {
      return unknown(
        "the creation code is not known from the chain, so the creation match is the record's word alone",
      );
    }
    return passed(sides.map(({ side, claimed }) => `${side} ${claimed}`).join(", "));
  },
};

interface Claim {
  readonly side: Side;
  readonly claimed: Match | "none";
  /** What the evidence gives; undefined where there is nothing on chain to compare with. */
  readonly found: ExpectedSideMatch | undefined;
  /** Why it can't be told. */
  readonly reason?: string;
}

function claimOf(side: Side, evidence: Evidence, onchain: string | undefined): Claim {
  const { record, build } = evidence;
  const claim = record[`${side}Match`];
  const claimed = claim ?? "none";
  if (claim === null || onchain === undefined) return { side, claimed, found: undefined };
  const recompiled = record[`${side}Bytecode`]?.recompiledBytecode;
  if (recompiled === undefined || recompiled === null)
    return { side, claimed, found: "unknown", reason: "the record has no recompiled code of it" };
  if (isVyper(evidence)) return { side, claimed, ...foundByReplay(replaySide(side, evidence)) };
  // The build says where a linker and a constructor fill in, or else the code itself: the record's own references
  // could hide code.
  const built = build?.compiled?.[side];
  const template = built === undefined ? inferredTemplate(side, recompiled) : withObject(built, recompiled);
  const comparison = compareCode(side, onchain, template);
  if (comparison === undefined) return { side, claimed, found: "none" };
  const found = predictSide(comparison);
  if (found !== "none" || built !== undefined) return { side, claimed, found };
  const { metadata, perhapsMetadata } = placesOf(side, recompiled, undefined);
  const sections = [...metadata, ...perhapsMetadata];
  const couldBe = compareCode(side, onchain, { ...template, sections })?.sameCode === true;
  return { side, claimed, ...(couldBe ? { found: "unknown", reason: WITHOUT_BUILD } : { found }) };
}

/** Of Vyper: its immutables and metadata are in no template, and its metadata has no hash that makes a match exact. */
function foundByReplay(finding: Finding): Pick<Claim, "found" | "reason"> {
  switch (finding.status) {
    case "passed":
      return { found: "match" };
    case "failed":
      return { found: "none" };
    case "skipped":
    case "unknown":
      return { found: "unknown", reason: finding.reason };
  }
}

function hasOtherMetadata(stored: BytecodeRecord | null | undefined): boolean {
  return stored?.transformations?.some(({ reason }) => reason === "cborAuxdata") === true;
}
