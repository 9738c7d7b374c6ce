import type { ExpectedSideMatch } from "../../../src/internal/domain/match.ts";

export interface Row {
  readonly phenomenon: string;
  readonly predicted: { readonly creation: ExpectedSideMatch; readonly runtime: ExpectedSideMatch };
  /** The prediction from a build file without metadata, as Hardhat 3 writes it. */
  readonly without: { readonly creation: ExpectedSideMatch; readonly runtime: ExpectedSideMatch };
  readonly service: { readonly creation: ExpectedSideMatch; readonly runtime: ExpectedSideMatch };
  readonly sent: string;
}

const LETTER: Readonly<Record<ExpectedSideMatch, string>> = {
  exact_match: "E",
  match: "M",
  none: "–",
  unknown: "?",
};

export function printTable(rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ phenomenon }) => phenomenon.length));
  const line = (name: string, predicted: string, without: string, service: string, sent: string) =>
    `  ${name.padEnd(width)}  ${predicted.padEnd(12)}  ${without.padEnd(16)}  ${service.padEnd(11)}  ${sent}`;
  const letters = ({ creation, runtime }: Row["predicted"]) => `${LETTER[creation]} / ${LETTER[runtime]}`;
  const unknown = (of: "predicted" | "without") =>
    rows.flatMap((row) => [row[of].creation, row[of].runtime]).filter((side) => side === "unknown").length;
  // biome-ignore lint/suspicious/noConsole: the table is the suite's result
  console.log(
    [
      "",
      line("phenomenon", "predicted C/R", "without metadata", "service C/R", "sources"),
      ...rows.map((row) =>
        line(row.phenomenon, letters(row.predicted), letters(row.without), letters(row.service), row.sent),
      ),
      "",
      `  ${rows.length} phenomena, ${rows.length * 2} sides, ${unknown("predicted")} of them unknown, ${unknown("without")} without metadata`,
      "  E exact match, M match, – none, ? unknown",
    ].join("\n"),
  );
}
