import type { Claim, ContractReport } from "../../report/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import { claimGroups, claimStateWords, claimSymbol, claimWords } from "../words/claim-words.ts";
import { type Paint, pad, wrap } from "./layout.ts";
import type { Style } from "./style.ts";

/** Room for the longest name of a claim, with the gap after it. */
const NAME_WIDTH = 16;

/** A line for each claim: symbol, name, who shows it. Longer reasons go on below. */
export function claimLines(
  { claims = [], witnesses }: ContractReport,
  style: Style,
  width: number,
): readonly string[] {
  return claims.flatMap((claim) => {
    const [first = "", ...more] = wrap(claimStateWords(claim, witnesses), width - 4 - NAME_WIDTH);
    const symbol = painted(claim.state, style)(claimSymbol(claim));
    return [
      `  ${symbol} ${pad(cleanText(claimWords(claim), NAME_WIDTH - 1), NAME_WIDTH)}${first}`,
      ...more.map((line) => `${" ".repeat(4 + NAME_WIDTH)}${line}`),
    ];
  });
}

/** The claims that are shown in the same way, in one line: "✔ sources, record: proven by …". */
export function claimGroupLines(contract: ContractReport, style: Style, width: number): readonly string[] {
  return claimGroups(contract).flatMap(({ claim, symbol, name, words }) =>
    wrap(`${name}: ${words}`, width - 4).map((line, index) =>
      index === 0 ? `  ${painted(claim.state, style)(symbol)} ${line}` : `    ${line}`,
    ),
  );
}

function painted(state: Claim["state"], style: Style): Paint {
  switch (state) {
    case "proven":
      return style.ok;
    case "refuted":
      return style.bad;
    default:
      return style.warn;
  }
}
