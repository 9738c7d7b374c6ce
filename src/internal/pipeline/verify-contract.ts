import type { ContractReport } from "../report/model.ts";
import { checkLocked } from "./check-locked.ts";
import { endOf } from "./end-of.ts";
import type { Ports } from "./ports.ts";
import type { VerifyRequest } from "./request.ts";
import { Ended, Run } from "./run.ts";
import { findBuild } from "./stages/find-build.ts";
import { noteCode, noteSources } from "./stages/fingerprint.ts";
import { loadJudge } from "./stages/load-judge.ts";
import { locate } from "./stages/locate.ts";
import { lookAtLinked, refuteByRecord } from "./stages/look-at-linked.ts";
import { refuseDelegation } from "./stages/non-contract.ts";
import { plan } from "./stages/plan.ts";
import { readBuilds } from "./stages/read-builds.ts";
import { readDeployment } from "./stages/read-deployment.ts";
import { noteOtherForm } from "./stages/read-other-form.ts";
import { readEarlier, readRecord, readRecordToCheck } from "./stages/read-record.ts";
import { noteStoredName } from "./stages/read-record-of-others.ts";
import { isFollowedClone, recogniseProxy } from "./stages/recognise-proxy.ts";
import { isJudged, isOwnMatch, noteKept, type Settled, settle } from "./stages/settle.ts";
import { waitForForwarded } from "./stages/watch-forwarded.ts";

/**
 * - `verify` submits what can make the stored match better, and cross-checks the record.
 * - `check` cross-checks the record, with or without a build, and submits nothing.
 * - `locked` compares with the lock file alone.
 * - `look` is for what a proxy leads to: what a build here made is verified or checked, and of the rest the record is read.
 */
type Mode = VerifyRequest["action"] | "locked" | "look";

/**
 * Verifies or checks one contract.
 *
 * @returns The findings, whatever the outcome.
 * @throws VerifyContractError for wrong use and broken environments, before anything is sent.
 */
export async function verifyContract(
  request: VerifyRequest,
  ports: Ports,
  mode = modeOf(request),
): Promise<ContractReport> {
  const run = new Run(request, ports);
  try {
    const end = await runIn(mode, run);
    return end instanceof Ended ? run.finish(end) : await verifyContract(end, ports, end.action);
  } catch (error) {
    return run.finish(await endOf(run, error, mode !== "look"));
  } finally {
    run.forwardedWatch?.stop();
    await ports.journal.written?.();
  }
}

function modeOf({ action, locked, lookedAtAs, followProxy }: VerifyRequest): Mode {
  if (locked !== undefined) return "locked";
  // Checking submits nothing, so to follow a proxy there is to check all that it leads to, whoever made it.
  return lookedAtAs !== undefined && !(action === "check" && followProxy) ? "look" : action;
}

/** The end, or the request that the contract needs beside. */
function runIn(mode: Mode, run: Run): Promise<Ended | VerifyRequest> {
  switch (mode) {
    case "verify":
    case "check":
      return runStages(run);
    case "locked":
      return checkLocked(run);
    case "look":
      return lookAtLinked(run);
  }
}

/** The way of the data, a call a stage. */
async function runStages(run: Run): Promise<Ended> {
  const { action, dryRun, lookedAtAs } = run.request;
  const builds = await run.stage("builds", () => readBuilds(run));
  const address = await run.stage("target", () => locate(run));
  const earlier = await run.stage("stored", () => readEarlier(run, address, builds !== undefined));
  const { stored } = earlier;
  const facts = await run.stage("deployment", () => readDeployment(run, address, stored));
  await noteOtherForm(run, facts, stored);
  const proxy = await run.stage("proxy", () => recogniseProxy(run, facts));
  await noteCode(run, facts);
  await refuteByRecord(run, facts, stored, proxy);
  if (isFollowedClone(run)) return new Ended("minimal-proxy");
  await refuseDelegation(run, facts);

  const build = await run.stage("build", () => findBuild(run, facts, builds, stored));
  let settled: Settled | undefined;
  if (action === "verify" && build !== undefined) {
    const planned = await run.stage("submission", () => plan(run, facts, build));
    if (dryRun) return (await loadJudge()).concludeDryRun(run, facts, build);
    settled = await run.stage("job", () => settle(run, facts, stored, build, planned));
  }
  const { record, sent } = await run.stage("record", () =>
    action === "check"
      ? readRecordToCheck(run, address, build, earlier)
      : readRecord(run, address, settled?.job),
  );
  noteKept(run, settled, record);
  noteSources(run, record, build);
  if (build === undefined && lookedAtAs?.isJudged === true) noteStoredName(run, record);
  const { conclude, crossCheck } = await loadJudge();
  const judged = await run.stage("crossCheck", () =>
    crossCheck(run, {
      facts,
      record,
      build,
      proxy,
      recordSent: sent,
      isJudged: isJudged(settled),
      ...(settled === undefined ? {} : { previouslyAt: stored?.verifiedAt, job: settled.job }),
    }),
  );
  await waitForForwarded(run);
  return conclude(run, isOwnMatch(settled, record), judged);
}
