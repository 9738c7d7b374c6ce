import type { ContractReport } from "../report/model.ts";
import type { Ports } from "./ports.ts";
import { endOf } from "./problems.ts";
import type { VerifyRequest } from "./request.ts";
import { Run } from "./run.ts";
import { explainByStatus } from "./stages/explain-by-status.ts";
import { findBuildIfAny } from "./stages/find-build.ts";
import { noteCode, noteSources } from "./stages/fingerprint.ts";
import { loadJudge } from "./stages/load-judge.ts";
import { locate } from "./stages/locate.ts";
import { madeByOthers } from "./stages/made-by-others.ts";
import { withoutSources } from "./stages/no-build.ts";
import { refuseDelegation } from "./stages/non-contract.ts";
import { readBuildsIfAny } from "./stages/read-builds.ts";
import { readDeployment } from "./stages/read-deployment.ts";
import { noteOtherForm } from "./stages/read-other-form.ts";
import { readRecordToCheck, readStoredToCheck } from "./stages/read-record.ts";
import { noteStoredName } from "./stages/read-record-of-others.ts";
import { isFollowedClone, recogniseProxy } from "./stages/recognise-proxy.ts";
import { refuseForeignService } from "./stages/refuse-foreign-service.ts";
import { refuteByRecord } from "./stages/refute-by-record.ts";
import { withReport } from "./with-report.ts";

/**
 * Cross-checks one contract that others verified, or that was verified before: as verifying does, without submitting
 * anything, and with or without a build.
 *
 * @returns What was found out, whatever the outcome.
 * @throws VerifyContractError for wrong use and broken environments.
 */
export async function checkContract(request: VerifyRequest, ports: Ports): Promise<ContractReport> {
  const run = new Run(request, ports);
  return withReport(run, () => stagesOf(run));
}

async function stagesOf(run: Run): Promise<ContractReport> {
  try {
    const builds = await run.stage("builds", () => readBuildsIfAny(run));
    const address = await run.stage("target", () => locate(run));
    const early = await run.stage("stored", () => readStoredToCheck(run, address, builds !== undefined));
    const { stored } = early;
    const facts = await run.stage("deployment", () => readDeployment(run, address, stored));
    await noteOtherForm(run, facts, stored);
    const proxy = await run.stage("proxy", () => recogniseProxy(run, facts));
    await noteCode(run, facts);
    await refuteByRecord(run, facts, stored, proxy);
    if (isFollowedClone(run)) return run.finish("minimal-proxy");
    await refuseDelegation(run, facts);

    const build = await run.stage("build", () => findBuildIfAny(run, facts, builds));
    if (build === undefined && stored === undefined) {
      const known = withoutSources(run, facts);
      const end = known ?? (await madeByOthers(run, address));
      if (end !== undefined) throw end;
    }
    const { record, sent } = await run.stage("record", () => readRecordToCheck(run, address, build, early));
    noteSources(run, record, build);
    if (build === undefined && run.request.lookedAtAs?.isJudged === true) noteStoredName(run, record);
    const { conclude, crossCheck } = await loadJudge();
    const judged = await run.stage("crossCheck", () =>
      crossCheck(run, { facts, record, build, proxy, recordSent: sent, isJudged: false }),
    );
    return conclude(run, false, judged);
  } catch (error) {
    await refuseForeignService(run, error);
    const end = endOf(error, run);
    if (end === undefined) throw error;
    const { outcome, problem } = end;
    return run.finish(outcome, problem && (await explainByStatus(run.ports, { outcome, problem })));
  }
}
