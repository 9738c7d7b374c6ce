import type { ContractReport, Difference, Explanation, Problem } from "../../report/model.ts";
import { formatCount, shortenList } from "../../text/amounts.ts";

/** "runtime: 57 bytes of code from byte 214: 0x… in the build, 0x… on chain" */
export function differenceWords({ side, kind, offset, length, expected, actual }: Difference): string {
  const place =
    kind === "length"
      ? "the length differs"
      : `${formatCount(length, "byte")} of ${KIND_WORDS[kind]} from byte ${offset}`;
  return `${side}: ${place}: ${expected} in the build, ${actual} on chain`;
}

const KIND_WORDS = {
  code: "code",
  metadata: "metadata",
  library: "a library address",
  immutable: "an immutable",
  "call-protection": "call protection",
  "constructor-arguments": "constructor arguments",
} as const satisfies Record<Exclude<Difference["kind"], "length">, string>;

/** More instructions would make the line hard to read. */
const MAX_INSTRUCTIONS = 4;

export function withLine(error: Problem, contract: ContractReport): Problem {
  const value = differingLine(contract);
  if (value === undefined) return error;
  const at = error.facts.findIndex(({ label }) => label === "Differs");
  const place = at === -1 ? error.facts.length : at + 1;
  return { ...error, facts: error.facts.toSpliced(place, 0, { label: "Source", value }) };
}

/** "contracts/Ticket.sol:16 require(sold <= cap): LT on chain, GT ISZERO in the build" */
function differingLine({ code }: ContractReport): string | undefined {
  const place = code?.comparison?.places.find(({ source }) => source !== undefined);
  if (place?.source === undefined) return undefined;
  const differing = place.rows.filter(({ state }) => state === "differs");
  const opcodes = (side: "onChain" | "inBuild") =>
    shortenList(
      differing.flatMap((row) => row[side]?.text ?? []),
      MAX_INSTRUCTIONS,
      () => "…",
    ).join(" ") || "nothing";
  const { line, text } = place.source;
  // In the compiler input, Hardhat 3 adds this prefix to the paths of project files.
  const file = place.source.file.replace(/^project\//, "");
  return `${file}:${line} ${text.trim()}: ${opcodes("onChain")} on chain, ${opcodes("inBuild")} in the build`;
}

/** The cause and its certainty. */
export function causeWords({ text, certainty }: Explanation): string {
  return certainty === "likely" ? `likely: ${text}` : text;
}
