import { bytes, type Explained } from "../explanation.ts";
import type { Facts } from "../facts.ts";
import { type ConstantStyle, constantStyle } from "../optimizer-style.ts";

/** Another compiler version writes some constants otherwise at the same runs; this factor means another number of runs. */
const AGAINST_OTHER_COMPILER = 4;

export function explainOptimizer(facts: Facts): readonly Explained[] {
  const { onchain, built, settings } = facts;
  // If the style of the build contradicts its settings, style says nothing about this contract.
  if (settings !== undefined && (built.optimized ?? settings.optimizer) !== settings.optimizer) return [];
  const here = built.optimized ?? settings?.optimizer;
  const there = onchain.optimized;
  if (here === undefined) return [];
  if (there !== undefined && there !== here)
    return [
      explanation(
        facts,
        there ? "optimized there, not optimized here" : "not optimized there, optimized here",
      ),
    ];
  return here ? explainRuns(facts) : [];
}

function explainRuns(facts: Facts): readonly Explained[] {
  const { onchain, built, settings } = facts;
  if (onchain.pipeline !== built.pipeline) return [];
  const there = constantStyle(onchain.instructions);
  const here = constantStyle(built.instructions);
  const runs = settings?.runs === undefined ? "" : ` (${settings.runs})`;
  if (!isConclusive(facts, there, here)) return [];
  if (there.computed < here.computed && there.writtenOut > here.writtenOut)
    return [
      explanation(facts, `optimized there for more runs than here${runs}, by how constants are written`),
    ];
  if (there.computed > here.computed && there.writtenOut < here.writtenOut)
    return [
      explanation(facts, `optimized there for fewer runs than here${runs}, by how constants are written`),
    ];
  return [];
}

function isConclusive({ onchain, built }: Facts, there: ConstantStyle, here: ConstantStyle): boolean {
  const fewer = Math.min(there.computed, here.computed);
  const more = Math.max(there.computed, here.computed);
  if (onchain.auxdata?.solcVersion === built.auxdata?.solcVersion) return true;
  return !onchain.isOld && !built.isOld && fewer * AGAINST_OTHER_COMPILER <= more;
}

function explanation({ onchain, built }: Facts, what: string): Explained {
  const sizes = `${bytes(onchain.code.length)} on chain, ${built.code.length} in this build`;
  return { kind: "optimizer", side: "runtime", certainty: "likely", text: `${sizes}: ${what}` };
}
