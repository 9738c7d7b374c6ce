import { shortList } from "../../../text/amounts.ts";
import { bytes, type Explained, type Facts, likely } from "../explanation.ts";

const SHOWN = 3;
/** The largest share of a code that a change in the sources, not in a setting, makes differ. */
const FEW = 0.02;

/** The same contract with other functions. */
export function explainSelectors({ onchain, built }: Facts): readonly Explained[] {
  const added = onchain.selectors.difference(built.selectors);
  const missing = built.selectors.difference(onchain.selectors);
  const parts = [
    ...(added.size === 0 ? [] : [`only on chain ${list(added)}`]),
    ...(missing.size === 0 ? [] : [`only in this build ${list(missing)}`]),
  ];
  if (parts.length === 0) return [];
  return [likely("sources", `the sources differ, because the function selectors do: ${parts.join(", ")}`)];
}

/** The code has the same length and differs in few places. */
export function explainFewBytes({ onchain, built, programs }: Facts): readonly Explained[] {
  if (onchain.code.length !== built.code.length) return [];
  const code = programs.differences.filter(({ kind }) => kind === "code");
  const differing = code.reduce((sum, { length }) => sum + length, 0);
  if (code.length === 0 || differing > Math.max(1, built.code.length * FEW)) return [];
  const differ = `${bytes(differing)} of it ${differing === 1 ? "differs" : "differ"}`;
  const where = `only ${differ}, from byte ${code[0]?.offset ?? 0}`;
  return [likely("sources", `the code has the same length and ${where}: a change in the sources`)];
}

/** The fallback: no setting leaves a trace, or the code is too small to have traces, as a proxy's is. */
export function explainRest({ onchain, built, programs }: Facts): readonly Explained[] {
  const first = programs.differences.find(({ kind }) => kind === "code") ?? programs.differences[0];
  const lengths =
    onchain.code.length === built.code.length
      ? `the code has the same length and differs from byte ${first?.offset ?? 0}`
      : `${bytes(onchain.code.length)} on chain, ${built.code.length} in this build`;
  const isConclusive = [onchain, built].every(
    ({ pipeline, optimized }) => pipeline !== undefined && optimized !== undefined,
  );
  const same = "the compiler settings seem to be the same: probably the sources differ";
  const unclear = "there is too little code to distinguish a compiler setting from a change in the sources";
  return [
    isConclusive
      ? likely("sources", `${lengths}, and ${same}`)
      : likely("unexplained", `${lengths}; ${unclear}`),
  ];
}

function list(selectors: ReadonlySet<string>): string {
  const sorted = [...selectors].sort().map((selector) => `0x${selector}`);
  return shortList(sorted, SHOWN).join(" ");
}
