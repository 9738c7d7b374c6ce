import { catalogueEntry } from "../../errors/catalogue.ts";
import type { StatusReport } from "../../report/status/model.ts";
import { cleanText } from "../../text/clean-text.ts";
import type { Verdict } from "./verdict.ts";

type StatusVerdict = Pick<Verdict, "tone" | "symbol" | "text">;

const LONGEST_WORD = 60;

const NOT_ASKED = "the status service did not answer";

/** The verdict on a network, from its status service alone. */
export function statusVerdict({ status, error }: StatusReport): StatusVerdict {
  if (status === null) {
    return unknown(`Can't tell: ${catalogueEntry(error?.code)?.statusReason ?? NOT_ASKED}. Run it again.`);
  }
  switch (status.indicator) {
    case "none":
      return { tone: "ok", symbol: "✔", text: "The status service reports no problems." };
    case "minor":
      return { tone: "warn", symbol: "–", text: "The status service reports minor problems." };
    case "major":
    case "critical":
      return bad(status.indicator);
  }
  const said = cleanText(status.indicator, LONGEST_WORD);
  return unknown(`Can't tell: unknown indicator "${said}" (expected none, minor, major or critical).`);
}

function bad(indicator: "major" | "critical"): StatusVerdict {
  return { tone: "bad", symbol: "✖", text: `The status service reports ${indicator} problems.` };
}

function unknown(text: string): StatusVerdict {
  return { tone: "warn", symbol: "?", text };
}
