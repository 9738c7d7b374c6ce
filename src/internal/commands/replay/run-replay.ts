import path from "node:path";
import { BuildCache } from "../../builds/build-cache.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { OwnChain } from "../../evidence/compare-node.ts";
import { notEvidence } from "../../evidence/problems.ts";
import { type ReplayOptions, replayFile } from "../../evidence/replay.ts";
import type { Report } from "../../report/model.ts";
import { readReport } from "../../report/read-report.ts";
import { compileWith } from "../compile-with.ts";
import { guardRun } from "../guard-run.ts";
import type { Host } from "../host.ts";
import { readChainId } from "../read-chain-id.ts";
import { validateRequest } from "../request.ts";
import type { Requests } from "../requests.ts";

/**
 * Computes the report of recorded evidence anew. Touches neither the console nor the exit code.
 *
 * @param asksNode Whether the node of the chosen network is asked, where no connection is given.
 * @throws VerifyContractError VC802 to VC809; the error that the recorded run ended with
 */
export function runReplay(request: Requests["replay"], host: Host, asksNode = false): Promise<Report> {
  return guardRun(host, undefined, async ({ host: guarded }) => {
    validateRequest(request, "replay", host.words);
    const { evidence: file = "" } = request;
    if (file === "")
      throw new VerifyContractError("VC802", {
        values: { file: "That" },
        facts: [["Reason", "no file was named"]],
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
    const own = await ownWitnesses(request, guarded, asksNode);
    const { header, report } = await replayFile(file, { words: host.words, readReport: read, own });
    return { ...report, replayOf: { recordedAt: header.startedAt, tool: header.tool } };
  });
}

/** Milliseconds for the node to say which chain it is. */
const NODE_LIMIT_MS = 30_000;

/** Whether the user named a network for this run: only then is a node asked. */
export function isNetworkNamed({ globals, words }: Pick<Host, "globals" | "words">): boolean {
  return globals.some(([flag]) => flag === words.network.flag);
}

/**
 * What whoever replays brings in place of the evidence.
 *
 * @throws VerifyContractError VC302, VC303 where the node does not say which chain it is
 */
async function ownWitnesses(
  { recompile = false, buildInfo, connection, signal }: Requests["replay"],
  host: Host,
  asksNode: boolean,
): Promise<NonNullable<ReplayOptions["own"]>> {
  return {
    projectRoot: process.cwd(),
    ...(recompile ? { compile: compileWith(host) } : {}),
    ...(buildInfo === undefined ? {} : { buildInfo: path.resolve(buildInfo), builds: new BuildCache() }),
    ...(connection !== undefined || asksNode
      ? { chain: await ownChain(connection, signal ?? new AbortController().signal, host) }
      : {}),
  };
}

async function ownChain(connection: unknown, signal: AbortSignal, host: Host): Promise<OwnChain> {
  const { chain } = await host.openNetwork(connection, {});
  const chainId = await readChainId(chain, NODE_LIMIT_MS, signal, host.words);
  if (typeof chainId !== "number")
    throw new VerifyContractError("VC302", { facts: factsOf(chainId.problem) });
  return { chainId, request: chain.request, signal };
}

function factsOf({ facts }: VerifyContractError["problem"]): readonly (readonly [string, string])[] {
  return facts.map(({ label, value }) => [label, value]);
}
