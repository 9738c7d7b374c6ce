import { bytes, type Explanation } from "../explanation.ts";
import type { Facts } from "../facts.ts";
import { type ConstantStyle, constantStyle } from "../optimiser-style.ts";

/** Other compilers write a few constants otherwise at the same runs; many more, or fewer, are another number of runs. */
const AGAINST_OTHER_COMPILER = 4;

export function explainOptimizer(facts: Facts): readonly Explanation[] {
  const { onchain, built, settings } = facts;
  // Where the style of the build is not what its settings say, the style of this contract says nothing.
  if (settings !== undefined && (built.optimised ?? settings.optimizer) !== settings.optimizer) return [];
  const here = built.optimised ?? settings?.optimizer;
  const there = onchain.optimised;
  if (here === undefined) return [];
  if (there !== undefined && there !== here)
    return [
      explanation(
        facts,
        there ? "optimised there, not optimised here" : "not optimised there, optimised here",
      ),
    ];
  return here ? explainRuns(facts) : [];
}

function explainRuns(facts: Facts): readonly Explanation[] {
  const { onchain, built, settings } = facts;
  if (onchain.pipeline !== built.pipeline) return [];
  const there = constantStyle(onchain.instructions);
  const here = constantStyle(built.instructions);
  const runs = settings?.runs === undefined ? "" : ` (${settings.runs})`;
  if (!isTelling(facts, there, here)) return [];
  if (there.computed < here.computed && there.writtenOut > here.writtenOut)
    return [
      explanation(facts, `optimised there for more runs than here${runs}, by how constants are written`),
    ];
  if (there.computed > here.computed && there.writtenOut < here.writtenOut)
    return [
      explanation(facts, `optimised there for fewer runs than here${runs}, by how constants are written`),
    ];
  return [];
}

function isTelling({ onchain, built }: Facts, there: ConstantStyle, here: ConstantStyle): boolean {
  const fewer = Math.min(there.computed, here.computed);
  const more = Math.max(there.computed, here.computed);
  if (onchain.section?.solcVersion === built.section?.solcVersion) return true;
  return !onchain.isOld && !built.isOld && fewer * AGAINST_OTHER_COMPILER <= more;
}

function explanation({ onchain, built }: Facts, what: string): Explanation {
  const sizes = `${bytes(onchain.code.length)} on chain, ${built.code.length} in this build`;
  return { kind: "optimizer", side: "runtime", certainty: "likely", text: `${sizes}: ${what}` };
}
