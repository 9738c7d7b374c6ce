import path from "node:path";
import { BuildCache } from "../../builds/build-cache.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { OwnChain } from "../../evidence/compare-node.ts";
import type { ReplayOptions } from "../../evidence/replay.ts";
import { compileWith } from "../compile-with.ts";
import type { Host } from "../host.ts";
import { notEmpty } from "../option-values.ts";
import { readChainId } from "../read-chain-id.ts";
import type { ReplayRequest } from "../requests.ts";

/** Milliseconds for the node to say which chain it is. */
const NODE_LIMIT_MS = 30_000;

/** Whether the user named a network for this run: only then is a node asked. */
export function isNetworkNamed({ globals, words }: Pick<Host, "globals" | "words">): boolean {
  return globals.some(([flag]) => flag === words.network.flag);
}

/**
 * What whoever replays brings in place of the evidence.
 *
 * @throws VerifyContractError VC302, VC303 where the node does not say which chain it is; VC106 for an empty path
 */
export async function ownWitnesses(
  { recompile = false, buildInfo, connection, signal }: ReplayRequest,
  host: Host,
  asksNode: boolean,
): Promise<NonNullable<ReplayOptions["own"]>> {
  const builds = notEmpty("--build-info", buildInfo, "the path of a file or a folder");
  return {
    projectRoot: process.cwd(),
    ...(recompile ? { compile: compileWith(host) } : {}),
    ...(builds === undefined ? {} : { buildInfo: path.resolve(builds), builds: new BuildCache() }),
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
