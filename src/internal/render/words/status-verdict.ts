import type { StatusReport } from "../../report/status/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import type { Verdict } from "./verdict.ts";

type StatusVerdict = Pick<Verdict, "tone" | "symbol" | "text">;

const LONGEST_WORD = 60;

const NOT_ASKED = "the status service could not be asked";
/** By the code of the problem. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ["VC302", "the node could not be asked which chain it is"],
  ["VC603", "it was stopped"],
]);

/** The verdict on a network, on the word of its status service alone. */
export function statusVerdict({ status, error }: StatusReport): StatusVerdict {
  if (status === null) {
    return unknown(`Can't tell: ${REASONS.get(error?.code ?? "") ?? NOT_ASKED}. Run it again.`);
  }
  switch (status.indicator) {
    case "none":
      return { tone: "ok", symbol: "✔", text: "All is well, says the status service." };
    case "minor":
      return { tone: "warn", symbol: "–", text: "There is minor trouble, says the status service." };
    case "major":
    case "critical":
      return bad(status.indicator);
  }
  const said = cleanText(status.indicator, LONGEST_WORD);
  return unknown(
    `Can't tell: the status service says "${said}", which is none of none, minor, major and critical.`,
  );
}

function bad(indicator: "major" | "critical"): StatusVerdict {
  return { tone: "bad", symbol: "✖", text: `There is ${indicator} trouble, says the status service.` };
}

function unknown(text: string): StatusVerdict {
  return { tone: "warn", symbol: "?", text };
}
