import { PHASES } from "./phases.ts";
import type { Round } from "./round.ts";
import { SEED } from "./settings.ts";

export function printTable(rounds: readonly Round[], elapsedMs: number): void {
  const kills = rounds.flatMap((round) => round.kills);
  const width = Math.max(...PHASES.map((phase) => phase.length));
  const line = (name: string, ...cells: readonly (string | number)[]) =>
    `  ${name.padEnd(width)}  ${cells.map((cell) => String(cell).padStart(11)).join("")}`;
  const sum = (of: (round: Round) => number) => rounds.reduce((before, round) => before + of(round), 0);
  const bySignal = Object.entries(Object.groupBy(kills, ({ signal }) => signal)).map(
    ([signal, some]) => `${some.length} ${signal}`,
  );
  // biome-ignore lint/suspicious/noConsole: the table is what the suite is run for
  console.log(
    [
      "",
      line("where contracts were", "kills", "contracts"),
      ...PHASES.map((phase) =>
        line(
          phase,
          kills.filter(({ phases }) => phases.includes(phase)).length,
          kills.flatMap(({ phases }) => phases).filter((each) => each === phase).length,
        ),
      ),
      "",
      `  ${kills.length} kills (${bySignal.join(", ")}) in ${rounds.length} batches; ${sum(({ tears }) => tears)} times the journal was torn`,
      `  ${sum(({ runsThatResumed }) => runsThatResumed)} of ${sum(({ runs }) => runs)} runs went on with jobs of earlier ones, ${sum(({ resumedJobs }) => resumedJobs)} jobs in all`,
      `  ${sum(({ twice }) => twice.length)} contracts with two accepted submissions, ${sum(({ twiceTorn }) => twiceTorn.length)} of them with a torn line`,
      `  ${sum(({ duplicates }) => duplicates)} submissions refused because a job was running, ${sum(({ alreadyVerified }) => alreadyVerified)} because it had ended`,
      `  seed ${SEED}, ${Math.round(elapsedMs / 1000)} s`,
    ].join("\n"),
  );
}
