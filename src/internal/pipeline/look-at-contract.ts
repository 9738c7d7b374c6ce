import { chooseBuild } from "../builds/choose-build.ts";
import type { CodeOnChain } from "../chain/wait-for-code.ts";
import type { Target } from "../domain/target.ts";
import type { ContractReport } from "../report/model.ts";
import { checkContract } from "./check-contract.ts";
import type { Ports } from "./ports.ts";
import { endOf } from "./problems.ts";
import type { VerifyRequest } from "./request.ts";
import { Run } from "./run.ts";
import { explainByStatus } from "./stages/explain-by-status.ts";
import { type Builds, readBuildsIfAny, readWiderBuilds } from "./stages/read-builds.ts";
import { readCode } from "./stages/read-code.ts";
import { readRecordOfOthers } from "./stages/read-record-of-others.ts";
import { readStored } from "./stages/read-stored.ts";
import { isFollowedClone, recogniseProxy } from "./stages/recognise-proxy.ts";
import { refuteByRecord } from "./stages/refute-by-record.ts";
import { verifyContract } from "./verify-contract.ts";
import { withReport } from "./with-report.ts";

/** Options that only verifying takes. */
const OF_VERIFYING: ReadonlySet<string> = new Set(["--sources", "--force", "--fresh", "--dry-run"]);

/**
 * Looks at a contract that a proxy leads to, and that neither the user nor a deployment record names. One that a build
 * here made is checked, or verified where that was asked for; of one of others the stored record is read, and checked
 * only where a clone is as good as it.
 *
 * @throws VerifyContractError for wrong use and broken environments.
 */
export async function lookAtContract(request: VerifyRequest, ports: Ports): Promise<ContractReport> {
  const run = new Run(request, ports);
  return withReport(run, () => stagesOf(run));
}

async function stagesOf(run: Run): Promise<ContractReport> {
  try {
    const builds = await run.stage("builds", () => readBuildsIfAny(run));
    const address = addressOf(run.request.target);
    const onchain = await run.stage("deployment", () => readCode(run, address));
    const isOurs = await run.stage("build", () => isOfBuild(run, onchain, builds));
    return isOurs ? await lookAtOurs(run) : await lookAtOthers(run, address, onchain);
  } catch (error) {
    const end = endOf(error, run);
    if (end === undefined) throw error;
    const { outcome, problem } = end;
    if (outcome === "not-deployed") return lookAtNothing(run);
    return run.finish(outcome, problem && (await explainByStatus(run.ports, { outcome, problem })));
  }
}

/** What a proxy leads to is named by its address. */
function addressOf(target: Target): string {
  return target.kind === "address" ? target.address : target.input;
}

/** Whether a build of this project has the code. Where the user named the contract of a clone, it has to be that one. */
async function isOfBuild(run: Run, { code }: CodeOnChain, builds: Builds | undefined): Promise<boolean> {
  const { contract, buildSource } = run.request;
  if (contract !== undefined) return true;
  if (builds?.kind !== "compiled" || buildSource.kind !== "build-files") return false;
  const fits = ({ candidates }: typeof builds): boolean =>
    chooseBuild(code, undefined, candidates).kind !== "none";
  return fits(builds) || fits(await readWiderBuilds(run, buildSource));
}

async function lookAtOurs(run: Run): Promise<ContractReport> {
  const { request, ports } = run;
  const isSubmitted = request.action === "verify" && request.lookedAtAs?.isSubmitted === true;
  return isSubmitted ? verifyContract(request, ports) : check(run);
}

function check({ request, ports }: Run): Promise<ContractReport> {
  const options = request.options.filter(([flag]) => !OF_VERIFYING.has(flag));
  return checkContract({ ...request, action: "check", options }, ports);
}

/** A clone can have an address without code, which is nothing to judge. */
function lookAtNothing(run: Run): ContractReport {
  run.draft.relation = { whose: "others", roles: [] };
  run.draft.storedUnknown = "there is no code at its address";
  return run.finish("of-others");
}

async function lookAtOthers(
  run: Run,
  address: string,
  { code: runtimeBytecode, blockNumber }: CodeOnChain,
): Promise<ContractReport> {
  const isJudged = run.request.lookedAtAs?.isJudged === true;
  run.draft.target.blockNumber = blockNumber ?? null;
  run.draft.relation = { whose: "others", roles: [] };
  const facts = { chainId: run.ports.chainId, address, runtimeBytecode, blockNumber, creation: undefined };
  const proxy = await run.stage("proxy", () => recogniseProxy(run, facts));
  if (isFollowedClone(run)) {
    const stored = isJudged ? await run.stage("stored", () => readStored(run, address)) : undefined;
    await refuteByRecord(run, facts, stored, proxy);
    return run.finish("minimal-proxy");
  }
  await run.stage("record", () => readRecordOfOthers(run, address));
  const { match, storedUnknown } = run.draft;
  const isUnrecorded = match === null && storedUnknown === undefined;
  return isJudged && !isUnrecorded ? check(run) : run.finish("of-others");
}
