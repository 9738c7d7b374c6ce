import type { HostWords } from "../errors/host-words.ts";
import { type CommandLine, withOptions, writeStep } from "../errors/next-step.ts";
import type { Report } from "../report/model.ts";
import { OPTIONS, type Option } from "./options.ts";

const EVIDENCE = "--evidence";
/** What a command to paste writes. */
const FILE = "run.evidence.gz";
/** The commands that take it. */
const KEEPING: Option["commands"] = OPTIONS.find(({ name }) => name === "evidence")?.commands ?? {};

/** Says in the report of a failure where its evidence is, or how to get it. */
export function nameEvidence(report: Report, line: CommandLine, words: HostWords): Report {
  const { subcommand = "verify" } = line;
  const isFailure = report.exitCode === 1 || report.exitCode === 3;
  if (!isFailure || !Object.hasOwn(KEEPING, subcommand)) return report;
  const [, file] = line.options.find(([flag]) => flag === EVIDENCE) ?? [];
  const evidence =
    file === undefined ? { command: writeStep(withOptions([EVIDENCE, FILE]), { words, line }) } : { file };
  return { ...report, evidence };
}
