import type { ContractReport } from "../report/model.ts";
import type { Ports } from "./ports.ts";
import { endOf } from "./problems.ts";
import type { VerifyRequest } from "./request.ts";
import { Run } from "./run.ts";
import { explainByStatus } from "./stages/explain-by-status.ts";
import { findBuild } from "./stages/find-build.ts";
import { loadJudge } from "./stages/load-judge.ts";
import { locate } from "./stages/locate.ts";
import { mentionRecord } from "./stages/mention-record.ts";
import { refuseDelegation } from "./stages/non-contract.ts";
import { plan } from "./stages/plan.ts";
import { readBuilds } from "./stages/read-builds.ts";
import { readDeployment } from "./stages/read-deployment.ts";
import { noteOtherForm } from "./stages/read-other-form.ts";
import { readRecord } from "./stages/read-record.ts";
import { readStored } from "./stages/read-stored.ts";
import { isFollowedClone, recogniseProxy } from "./stages/recognise-proxy.ts";
import { refuseForeignService } from "./stages/refuse-foreign-service.ts";
import { refuteByRecord } from "./stages/refute-by-record.ts";
import { isJudged, isOwnMatch, noteKept, settle } from "./stages/settle.ts";
import { waitForForwarded } from "./stages/watch-forwarded.ts";
import { withReport } from "./with-report.ts";

/**
 * Verifies one contract and cross-checks it: the way of the data, a call a stage.
 *
 * @returns What was found out, whatever the outcome.
 * @throws VerifyContractError for wrong use and broken environments, before anything is sent.
 */
export async function verifyContract(request: VerifyRequest, ports: Ports): Promise<ContractReport> {
  const run = new Run(request, ports);
  return withReport(run, () => stagesOf(run));
}

async function stagesOf(run: Run): Promise<ContractReport> {
  try {
    const builds = await run.stage("builds", () => readBuilds(run));
    const address = await run.stage("target", () => locate(run));
    const stored = await run.stage("stored", () => readStored(run, address));
    const facts = await run.stage("deployment", () => readDeployment(run, address, stored));
    await noteOtherForm(run, facts, stored);
    const proxy = await run.stage("proxy", () => recogniseProxy(run, facts));
    await refuteByRecord(run, facts, stored, proxy);
    if (isFollowedClone(run)) return run.finish("minimal-proxy");
    await refuseDelegation(run, facts);

    const build = await run.stage("build", () => findBuild(run, facts, builds));
    const planned = await run.stage("submission", () => plan(run, facts, build));
    if (run.request.dryRun) return (await loadJudge()).concludeDryRun(run, facts, build);

    const settled = await run.stage("job", () => settle(run, facts, stored, build, planned));
    const { record, sent } = await run.stage("record", () => readRecord(run, address, settled.job));
    noteKept(run, settled, record);
    const { conclude, crossCheck } = await loadJudge();
    const judged = await run.stage("crossCheck", () =>
      crossCheck(run, {
        facts,
        record,
        previouslyAt: stored?.verifiedAt,
        build,
        proxy,
        job: settled.job,
        recordSent: sent,
        isJudged: isJudged(settled),
      }),
    );
    await waitForForwarded(run);
    return conclude(run, isOwnMatch(settled, record), judged);
  } catch (error) {
    await refuseForeignService(run, error);
    await mentionRecord(run, error);
    const end = endOf(error, run);
    if (end === undefined) throw error;
    const { outcome, problem } = end;
    return run.finish(outcome, problem && (await explainByStatus(run.ports, { outcome, problem })));
  } finally {
    run.forwardedWatch?.stop();
  }
}
