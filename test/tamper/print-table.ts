import { NOT_CHECKED } from "./not-checked.ts";
import { isCaught, type Result } from "./tamper-all.ts";

interface Counted {
  readonly caught: number;
  readonly of: number;
}

export function printTable(results: readonly Result[]): void {
  const names = [...new Set(results.map(({ base }) => base))];
  const width = Math.max(...names.map((name) => name.length));
  const line = (name: string, ...cells: readonly string[]) =>
    `  ${name.padEnd(width)}  ${cells.map((cell) => cell.padStart(12)).join("  ")}`;
  const counted = (some: readonly Result[]): Counted => ({
    caught: some.filter(isCaught).length,
    of: some.length,
  });
  const shown = ({ caught, of }: Counted) => `${caught} of ${of}`;
  const rows = names.map((name) => {
    const ofBase = results.filter(({ base }) => base === name);
    const of = (kind: Result["kind"]) => ofBase.filter((each) => each.kind === kind && isChecked(each));
    const unknown = ofBase.filter(({ judged }) => judged.kind === "checked" && judged.verdict === "unknown");
    const cells = [shown(counted(of("single"))), shown(counted(of("pair"))), String(unknown.length)];
    return line(name, ...cells, String(ofBase.filter((each) => !isChecked(each)).length));
  });
  const { caught, of } = counted(results.filter(isChecked));
  // biome-ignore lint/suspicious/noConsole: the table is what the suite is run for
  console.log(
    [
      "",
      line("phenomenon", "singles", "pairs", "as unknown", "not checked"),
      ...rows,
      "",
      `  ${caught} of ${of} tamperings caught; ${NOT_CHECKED.length} fields not checked (docs/cross-checks.md)`,
    ].join("\n"),
  );
}

/** A listed change may still be refused or caught otherwise, and then counts. */
function isChecked(result: Result): boolean {
  return result.listed === undefined || isCaught(result);
}
