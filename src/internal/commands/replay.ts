import path from "node:path";
import { BuildCache } from "../builds/build-cache.ts";
import type { ArgumentsOf } from "../domain/options.ts";
import { TOOL } from "../domain/tool.ts";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { notEvidence, readHeader } from "../evidence/file.ts";
import { type OwnChain, type ReplayOptions, replayFile } from "../evidence/replay.ts";
import type { Header } from "../evidence/schema.ts";
import type { Report } from "../report/model.ts";
import { readReport } from "../report/read-report.ts";
import { cleanText } from "../text/clean-text.ts";
import { formatUtcMinute } from "../text/moment.ts";
import { createCompile } from "./compile-with.ts";
import { guardRun } from "./guard-run.ts";
import type { Host } from "./host.ts";
import { readChainId } from "./open-chain.ts";
import { createRequest, isNetworkNamed, type Requests, validateRequest } from "./request.ts";
import { type CommandRun, createShownCommand, showRun } from "./show-run.ts";

export const replay: CommandRun<"replay"> = async (args, host, screens, signal) => {
  const { evidence: file } = args;
  // If the file can't be read, the run itself reports it.
  const header = await readHeader(file).catch(() => undefined);
  const notes = () =>
    header === undefined ? [] : [...noteFile(file, header), ...noteOptions(args, host), ...host.notes()];
  const shown = { ...createShownCommand("replay", args, host), notes };
  const run = () => runReplay(createRequest("replay", args, { signal }), host, isNetworkNamed(host));
  return showRun(header?.scope ?? "one", shown, screens, run);
};

function noteOptions({ recompile, buildInfo }: ArgumentsOf<"replay">, host: Host): readonly string[] {
  return [
    ...(recompile ? ["Compiled on this computer; the compilation in the file isn't used."] : []),
    ...(buildInfo === undefined
      ? []
      : [`Checked against the build ${buildInfo} instead of the one in the file; nothing is submitted.`]),
    ...(isNetworkNamed(host)
      ? [
          `The node of network ${host.network.name} answers everything about the chain, as it is now; its recorded answers aren't used.`,
        ]
      : []),
  ];
}

function noteFile(file: string, { tool, startedAt }: Header): readonly string[] {
  const by = `${cleanText(tool.name, 60)} ${cleanText(tool.version, 40)}`;
  const other = tool.version === TOOL.version ? "" : `, and replayed by ${TOOL.version}`;
  return [
    `Replay of ${file}, recorded ${formatUtcMinute(startedAt)} by ${by}${other}: every check and claim is recomputed from the recorded responses of the node, the services and the compilers.`,
    "The file is not signed: the replay shows what follows from these responses, not that they are genuine.",
  ];
}

/** @param asksNode True to query the selected network's node if the request has no connection. */
export function runReplay(request: Requests["replay"], host: Host, asksNode = false): Promise<Report> {
  return guardRun(host, undefined, async ({ host: guarded }) => {
    validateRequest(request, "replay", host.words);
    const { evidence: file = "" } = request;
    if (file === "")
      throw new VerifyContractError("VC802", {
        values: { file: "That" },
        facts: [["Reason", "no file was given"]],
      });
    const read = (value: unknown): Report => {
      try {
        return readReport(file, value).report;
      } catch (error) {
        if (!(error instanceof VerifyContractError)) throw error;
        const reasons = error.problem.facts.map(({ value: reason }) => reason);
        throw notEvidence(file, `its report can't be read: ${reasons.join("; ")}`, error);
      }
    };
    const own = await createOwnWitnesses(request, guarded, asksNode);
    const { header, report } = await replayFile(file, { words: host.words, readReport: read, own });
    return { ...report, replayOf: { recordedAt: header.startedAt, tool: header.tool } };
  });
}

const NODE_LIMIT_MS = 30_000;

async function createOwnWitnesses(
  { recompile = false, buildInfo, connection, signal }: Requests["replay"],
  host: Host,
  asksNode: boolean,
): Promise<NonNullable<ReplayOptions["own"]>> {
  return {
    projectRoot: process.cwd(),
    ...(recompile ? { compile: createCompile(host) } : {}),
    ...(buildInfo === undefined ? {} : { buildInfo: path.resolve(buildInfo), builds: new BuildCache() }),
    ...(connection !== undefined || asksNode
      ? { chain: await openOwnChain(connection, signal ?? new AbortController().signal, host) }
      : {}),
  };
}

async function openOwnChain(connection: unknown, signal: AbortSignal, host: Host): Promise<OwnChain> {
  const { chain } = await host.openNetwork(connection, {});
  const chainId = await readChainId(chain, NODE_LIMIT_MS, signal, host.words);
  if (typeof chainId !== "number") {
    const { code, facts, next } = chainId.problem;
    throw new VerifyContractError(code, {
      facts: facts.map(({ label, value }) => [label, value]),
      next: next === undefined ? undefined : advice(next),
    });
  }
  return { chainId, request: chain.request, signal };
}
