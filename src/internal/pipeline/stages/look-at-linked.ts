import { chooseBuild } from "../../builds/choose-build.ts";
import { delegateOf, knownCode } from "../../bytecode/known-codes.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import type { CodeOnChain } from "../../chain/wait-for-code.ts";
import type { MatchSummary } from "../../domain/record.ts";
import type { ProxyFacts } from "../../report/model.ts";
import type { VerifyRequest } from "../request.ts";
import { Ended, type Run } from "../run.ts";
import { loadJudge } from "./load-judge.ts";
import { type Builds, readBuildsIfAny, readWiderBuilds } from "./read-builds.ts";
import { readCode } from "./read-code.ts";
import { readRecord } from "./read-record.ts";
import { readRecordOfOthers } from "./read-record-of-others.ts";
import { readStored } from "./read-stored.ts";
import { isFollowedClone, recogniseProxy } from "./recognise-proxy.ts";

/**
 * Looks at a contract that a proxy leads to, and that neither the user nor a deployment record names. If someone else
 * made it, its stored record is read, and it is checked only if a clone is as good as it.
 *
 * @returns The request to verify or check it, if it needs that.
 */
export async function lookAtLinked(run: Run): Promise<Ended | VerifyRequest> {
  const { request, draft } = run;
  const { action, target, lookedAtAs } = request;
  const builds = await run.stage("builds", () => readBuildsIfAny(run));
  const address = target.kind === "address" ? target.address : target.input;
  const onchain = await run.stage("deployment", () => readCode(run, address)).catch(nothingThere);
  draft.relation = { whose: "others", roles: [] };
  if (onchain === undefined) {
    draft.storedUnknown = "there is no code at its address";
    return new Ended("of-others");
  }
  const { code: runtimeBytecode, blockNumber } = onchain;
  if (await run.stage("build", () => isOfBuild(run, onchain, builds)))
    return action === "verify" && lookedAtAs?.isSubmitted === true ? request : asCheck(request);

  const isJudged = lookedAtAs?.isJudged === true;
  draft.target.blockNumber = blockNumber ?? null;
  const facts = { chainId: run.ports.chainId, address, runtimeBytecode, blockNumber, creation: undefined };
  const proxy = await run.stage("proxy", () => recogniseProxy(run, facts));
  if (isFollowedClone(run)) {
    const stored = isJudged ? await run.stage("stored", () => readStored(run, address)) : undefined;
    await refuteByRecord(run, facts, stored, proxy);
    return new Ended("minimal-proxy");
  }
  await run.stage("record", () => readRecordOfOthers(run, address));
  const isUnrecorded = draft.match === null && draft.storedUnknown === undefined;
  return isJudged && !isUnrecorded ? asCheck(request) : new Ended("of-others");
}

/** A clone can have an address without code, which is nothing to judge. */
function nothingThere(error: unknown): undefined {
  if (!(error instanceof Ended) || error.outcome !== "not-deployed") throw error;
}

/** Whether a build of this project has the code. The contract that the user named for a clone has to be that one. */
async function isOfBuild(run: Run, { code }: CodeOnChain, builds: Builds | undefined): Promise<boolean> {
  const { contract, buildSource } = run.request;
  if (contract !== undefined) return true;
  if (builds?.kind !== "compiled" || buildSource.kind !== "build-files") return false;
  const fits = ({ candidates }: typeof builds): boolean =>
    chooseBuild(code, undefined, candidates).kind !== "none";
  return fits(builds) || fits(await readWiderBuilds(run, buildSource));
}

/** Options that only verifying takes. */
const OF_VERIFYING: ReadonlySet<string> = new Set(["--sources", "--force", "--fresh", "--dry-run"]);

function asCheck(request: VerifyRequest): VerifyRequest {
  const options = request.options.filter(([flag]) => !OF_VERIFYING.has(flag));
  return { ...request, action: "check", options };
}

/**
 * The node alone shows that a contract is code without sources, which ends a run early. A stored match of other code at
 * this address contradicts it, and the contradiction is the verdict.
 *
 * @throws Ended where the record has other code.
 */
export async function refuteByRecord(
  run: Run,
  facts: DeploymentFacts,
  stored: MatchSummary | undefined,
  proxy: ProxyFacts | null | undefined,
): Promise<void> {
  const { address, runtimeBytecode: code } = facts;
  const isSourcelessCode = knownCode(code) !== undefined || delegateOf(code) !== undefined;
  if (!isSourcelessCode || stored === undefined || stored.match === null) return;
  const { record, sent } = await run.stage("record", () => readRecord(run, address, undefined));
  const onRecord = record.runtimeBytecode?.onchainBytecode;
  if (onRecord == null || onRecord.toLowerCase() === code.toLowerCase()) return;
  const { conclude, crossCheck } = await loadJudge();
  const known = { facts, record, build: undefined, proxy, recordSent: sent, isJudged: false };
  conclude(run, false, await run.stage("crossCheck", () => crossCheck(run, known)));
}
