import type { ContractReport } from "../../src/internal/report/model.ts";
import { getExitCode } from "../../src/internal/report/outcome.ts";
import type { CompilerRelease } from "../helpers/corpus/phenomenon.ts";
import { shown } from "./lies/lie.ts";
import { halfOf } from "./settings.ts";
import { deploySubjects, type Kind, type Subject } from "./world/subjects.ts";
import { askingFor, type LiesWorld } from "./world/world.ts";

/** All kinds for the oldest and the newest compilers; the others only get kinds that differ between compilers. */
const ALL: readonly CompilerRelease[] = ["0.4.26", "0.8.28", "0.8.37"];
const SOME: readonly CompilerRelease[] = ["0.5.17", "0.6.12", "0.7.6", "0.8.19"];
const KINDS_OF_SOME: readonly Kind[] = ["counter", "named", "low", "uses-low", "child", "fixed"];

/** After the submission: everything that reads the record. */
const MODES = ["verify", "check", "check-alone", "recompile"] as const;

/** Deploys and verifies the honest contracts, and checks them unless the run is about lies alone. */
export async function runHonest(world: LiesWorld, isForLiesAlone: boolean) {
  const subjects: Subject[] = [];
  const alarms: string[] = [];
  let runs = 0;
  for (const compiler of [...ALL, ...SOME]) subjects.push(...(await deploySubjects(world.chain, compiler)));
  const verified = subjects.filter(
    ({ compiler, kind }) => ALL.includes(compiler) || KINDS_OF_SOME.includes(kind),
  );
  for (const [index, subject] of verified.entries()) {
    for (const mode of ["verify" as const, ...(isForLiesAlone ? [] : halfOf(MODES, index))]) {
      const [report] = await world.run(await askingFor(world, subject, mode));
      runs++;
      if (isAlarm(report)) alarms.push(`${subject.compiler} ${subject.kind}, ${mode}: ${shown(report)}`);
    }
  }
  return { subjects: verified, runs, alarms };
}

export function isAlarm(report: ContractReport | undefined): boolean {
  return (
    report === undefined ||
    getExitCode(report.outcome) !== 0 ||
    (report.claims ?? []).some(({ state }) => state === "refuted") ||
    report.verdict !== "verified"
  );
}
