import type { CodeTemplate, Side } from "../../bytecode/code.ts";
import { compareCode, withObject } from "../../bytecode/compare.ts";
import { inferredTemplate } from "../../bytecode/inferred-template.ts";
import { foretellSide } from "../../match/foretell.ts";
import { rankForetold } from "../../match/match-order.ts";
import type { Match } from "../../services/verification/model.ts";
import { type CheckRule, failed, passed, unknown } from "../check.ts";

export const matchClaim: CheckRule = {
  id: "match-claim",
  subject: "claimed match has its evidence",
  witnesses: ["record", "chain", "build"],
  proves:
    "The match that the record claims is no better than what its recompiled code gives when it is compared here with the code on chain, side by side, and is the better of its two sides. A side whose code on chain is not known is left out, unless `--require-creation` asks for it. An exact match needs the same metadata, with a hash in it.",
  run: ({ record, facts, build, requirement }) => {
    const sides = [
      claimOf(
        "runtime",
        record.runtimeMatch,
        record.runtimeBytecode?.recompiledBytecode,
        build?.compiled?.runtime,
        facts.runtimeBytecode,
      ),
      claimOf(
        "creation",
        record.creationMatch,
        record.creationBytecode?.recompiledBytecode,
        build?.compiled?.creation,
        facts.creation?.creationBytecode,
      ),
    ];
    const better = [record.runtimeMatch, record.creationMatch].includes("exact_match")
      ? "exact_match"
      : (record.runtimeMatch ?? record.creationMatch);
    if (record.match !== better)
      return failed(`match ${better ?? "none"}`, `match ${record.match ?? "none"}`);
    const tooMuch = sides.find(
      ({ claimed, found }) => found !== undefined && rankForetold(claimed) > rankForetold(found),
    );
    if (tooMuch !== undefined)
      return failed(`${tooMuch.side} ${tooMuch.found}`, `${tooMuch.side} ${tooMuch.claimed}`);
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
  /** What the evidence gives, `unknown` without any; undefined where there is nothing on chain to compare with. */
  readonly found: ReturnType<typeof foretellSide> | undefined;
}

function claimOf(
  side: Side,
  claim: Match | null,
  recompiled: string | null | undefined,
  built: CodeTemplate | undefined,
  onchain: string | undefined,
): Claim {
  const claimed = claim ?? "none";
  if (claim === null || onchain === undefined) return { side, claimed, found: undefined };
  if (recompiled === undefined || recompiled === null) return { side, claimed, found: "unknown" };
  // The build says where a linker and a constructor fill in, or else the code itself: the record's own references
  // could hide code.
  const template = built === undefined ? inferredTemplate(side, recompiled) : withObject(built, recompiled);
  const comparison = compareCode(side, onchain, template);
  return { side, claimed, found: comparison === undefined ? "none" : foretellSide(comparison) };
}
