import { TOOL } from "../../domain/tool.ts";
import { readHeader } from "../../evidence/reader.ts";
import type { Header } from "../../evidence/schema.ts";
import { cleanText } from "../../text/clean-text.ts";
import { utcWords } from "../../text/moment.ts";
import type { Host } from "../host.ts";
import type { ArgumentsOf } from "../options.ts";
import { requestOfOptions } from "../request.ts";
import { type CommandRun, shownOf, showRun } from "../show-run.ts";
import { isNetworkNamed, runReplay } from "./run-replay.ts";

/** Replays evidence, and shows what comes of it as the recorded command would. */
export const replay: CommandRun<"replay"> = async (args, host, screens, signal) => {
  const { evidence: file } = args;
  // What is wrong with the file is the run's to say.
  const header = await readHeader(file).catch(() => undefined);
  const notes = () =>
    header === undefined ? [] : [...notesOf(file, header), ...ownNotes(args, host), ...host.notes()];
  const shown = { ...shownOf("replay", [file], args, host), notes };
  const run = () =>
    runReplay({ evidence: file, ...requestOfOptions("replay", args), signal }, host, isNetworkNamed(host));
  return showRun(header?.scope ?? "one", shown, screens, run);
};

/** What does not rest on the file. */
function ownNotes({ recompile, buildInfo }: ArgumentsOf<"replay">, host: Host): readonly string[] {
  return [
    ...(recompile ? ["Compiled by compilers of this computer, not taken from the file."] : []),
    ...(buildInfo === undefined
      ? []
      : [`The build is ${buildInfo}, not that of the file: it is checked, and nothing is submitted.`]),
    ...(isNetworkNamed(host)
      ? [`Code and transactions are compared with the node of ${host.network.name}.`]
      : []),
  ];
}

/** What the result rests on. */
function notesOf(file: string, { tool, startedAt }: Header): readonly string[] {
  const by = `${cleanText(tool.name, 60)} ${cleanText(tool.version, 40)}`;
  const other = tool.version === TOOL.version ? "" : `, and replayed by ${TOOL.version}`;
  return [
    `Replay of ${file}, recorded ${utcWords(startedAt)} by ${by}${other}: every check and claim is computed here, from what the node, the services and the compilers answered then.`,
    "The file is not signed: this shows what follows from it, and not that the answers were given. See docs/evidence.md.",
  ];
}
