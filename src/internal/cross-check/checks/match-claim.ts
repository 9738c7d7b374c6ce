import { findAuxdata } from "../../bytecode/cbor-auxdata.ts";
import { compareCode, withObject } from "../../bytecode/compare.ts";
import { inferredTemplate } from "../../bytecode/inferred-template.ts";
import { predictSide } from "../../bytecode/predict/predict-match.ts";
import { decodeCode, type Side } from "../../domain/code-template.ts";
import { betterMatch, type ExpectedSideMatch, rank } from "../../domain/match.ts";
import type { BytecodeRecord, Match } from "../../domain/record.ts";
import { type CheckRule, type Finding, failed, notGiven, passed, unknown } from "../check.ts";
import { isVyper, replaySide } from "../compare/replay-side.ts";
import type { Evidence } from "../evidence.ts";

const WITHOUT_BUILD = "without a build, a difference inside the code can be metadata or a constant";

export const matchClaim: CheckRule = {
  id: "match-claim",
  subject: "claimed match has its evidence",
  witnesses: ["record", "chain", "build"],
  proves:
    "The claimed match is the better one of its creation and runtime sides, and neither side claims more than its recompiled code proves against the code on chain. A side without known code on chain is ignored, unless `--require-creation` is set. An exact match needs identical metadata with a hash, and no transformation of metadata.",
  run: (evidence) => {
    const { record, facts, requirement } = evidence;
    const initCode = facts.creation?.initCode?.bytecode;
    const sides = [
      claimOf("runtime", evidence, facts.runtimeBytecode),
      claimOf("creation", evidence, initCode),
    ];
    const stated = record.match ?? "none";
    const better = betterMatch(record.runtimeMatch, record.creationMatch) ?? "none";
    // A side that the service does not give can be the better one.
    const isKnown = record.runtimeMatch !== undefined && record.creationMatch !== undefined;
    if (isKnown ? stated !== better : rank(stated) < rank(better))
      return failed(`match ${better}`, `match ${stated}`);
    const patched = sides.find(
      ({ side, claimed }) => claimed === "exact_match" && hasOtherMetadata(record[`${side}Bytecode`]),
    );
    if (patched !== undefined)
      return failed(
        `${patched.side} match`,
        `${patched.side} exact_match`,
        "the record itself says that the metadata on chain differs from the compiled one",
      );
    const tooMuch = sides.find(
      ({ claimed, found }) => found !== undefined && found !== "unknown" && rank(claimed) > rank(found),
    );
    if (tooMuch !== undefined)
      return failed(`${tooMuch.side} ${tooMuch.found}`, `${tooMuch.side} ${tooMuch.claimed}`);
    const undecided = sides.find(({ found }) => found === "unknown");
    if (undecided !== undefined)
      return unknown(`${undecided.side}: ${undecided.reason ?? "nothing proves the match"}`);
    if (record.runtimeMatch === undefined) return notGiven("the runtime match");
    if (requirement.requireCreation && record.creationMatch !== null && initCode === undefined)
      return unknown(
        "the chain does not show the creation code, so only the record claims the creation match",
      );
    return passed(sides.map(shown).join(", "));
  },
};

interface Claim {
  readonly side: Side;
  readonly claimed: Match | "none";
  /** The match that the evidence proves; undefined without code on chain. */
  readonly found: ExpectedSideMatch | undefined;
  /** Why it is unknown. */
  readonly reason?: string | undefined;
}

/** A side's claim, and whether only the record shows it. */
function shown({ side, claimed, found }: Claim): string {
  const isAlone = found === undefined && claimed !== "none";
  return `${side} ${claimed}${isAlone ? " by the record alone" : ""}`;
}

function claimOf(side: Side, evidence: Evidence, onchain: string | undefined): Claim {
  const { record, build } = evidence;
  const claim = record[`${side}Match`];
  const claimed = claim ?? "none";
  if (claim == null || onchain === undefined) return { side, claimed, found: undefined };
  const recompiled = record[`${side}Bytecode`]?.recompiledBytecode;
  if (recompiled == null)
    return { side, claimed, found: "unknown", reason: notGiven(`the recompiled ${side} code`).reason };
  if (isVyper(evidence)) return { side, claimed, ...foundByReplay(replaySide(side, evidence)) };
  // The build, or else the code itself, says where a linker and a constructor fill in: the record's own references
  // could hide code.
  const built = build?.compiled?.[side];
  const template = built === undefined ? inferredTemplate(side, recompiled) : withObject(built, recompiled);
  const comparison = compareCode(side, onchain, template);
  if (comparison === undefined) return { side, claimed, found: "none" };
  const found = predictSide(comparison);
  if (found !== "none" || built !== undefined) return { side, claimed, found };
  const auxdata = findAuxdata(decodeCode(recompiled) ?? new Uint8Array());
  const couldBe = compareCode(side, onchain, { ...template, auxdata })?.sameCode === true;
  return { side, claimed, ...(couldBe ? { found: "unknown", reason: WITHOUT_BUILD } : { found }) };
}

/** For Vyper: no template has its immutables and metadata, and its metadata has no hash that makes a match exact. */
function foundByReplay({ status, reason }: Finding): Pick<Claim, "found" | "reason"> {
  if (status === "passed") return { found: "match" };
  return status === "failed" ? { found: "none" } : { found: "unknown", reason };
}

function hasOtherMetadata(stored: BytecodeRecord | null | undefined): boolean {
  return stored?.transformations?.some(({ reason }) => reason === "cborAuxdata") === true;
}
