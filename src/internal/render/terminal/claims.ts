import type { Claim } from "../../report/model.ts";
import { CLAIM_SYMBOLS, claimStateWords, claimWords } from "../words/claim-words.ts";
import { type Paint, pad, wrap } from "./layout.ts";
import type { Style } from "./style.ts";

/** Room for the longest name of a claim, with the gap after it. */
const NAME_WIDTH = 16;

/** A line for each claim: symbol, name, who shows it. Longer reasons go on below. */
export function claimLines(claims: readonly Claim[], style: Style, width: number): readonly string[] {
  return claims.flatMap((claim) => {
    const [first = "", ...more] = wrap(claimStateWords(claim), width - 4 - NAME_WIDTH);
    const symbol = painted(claim.state, style)(CLAIM_SYMBOLS[claim.state]);
    return [
      `  ${symbol} ${pad(claimWords(claim), NAME_WIDTH)}${first}`,
      ...more.map((line) => `${" ".repeat(4 + NAME_WIDTH)}${line}`),
    ];
  });
}

function painted(state: Claim["state"], style: Style): Paint {
  switch (state) {
    case "proven":
      return style.ok;
    case "refuted":
      return style.bad;
    case "vouched":
    case "open":
      return style.warn;
  }
}
