import type { DeploymentFacts, QueryKnowledge } from "../chain/deployment-facts.ts";
import type { CodeOnChain } from "../chain/read-code.ts";
import { isHedera } from "../domain/hedera.ts";
import { flagsNotOf } from "../domain/options.ts";
import type { MatchSummary } from "../domain/record.ts";
import type { ContractReport, ProxyFacts, Relation } from "../report/model.ts";
import type { Plan } from "../submission/plan-submission.ts";
import { checkLocked } from "./check-locked.ts";
import { endFromError } from "./end-from-error.ts";
import { findFit } from "./find-related.ts";
import { createReport } from "./make-report.ts";
import { createProblem } from "./next-steps.ts";
import type { Ports } from "./ports.ts";
import type { Known, VerifyRequest } from "./request.ts";
import { ContractRun, Ended, once, type Run } from "./run.ts";
import { describeChainCode } from "./stages/code-of-contract.ts";
import type { Judged, Known as KnownOfRecord } from "./stages/cross-check.ts";
import { findBuild } from "./stages/find-build.ts";
import { readFingerprint } from "./stages/fingerprint.ts";
import { locate, startQuery } from "./stages/locate.ts";
import { refuseDelegation } from "./stages/non-contract.ts";
import { getProvenInput, listUnsent, planSubmissions } from "./stages/plan.ts";
import { type Builds, readBuilds, readBuildsIfAny } from "./stages/read-builds.ts";
import {
  addRecordedCreation,
  describeCreation,
  endWithoutContract,
  readCode,
  readContractCode,
  readDeployment,
} from "./stages/read-deployment.ts";
import {
  createForeignRelation,
  readEarlier,
  readOtherForm,
  readRecord,
  readRecordOfOthers,
  readRecordToCheck,
  readStored,
  toFound,
} from "./stages/read-record.ts";
import {
  endFollowedClone,
  isFollowedClone,
  isSourcelessCode,
  listNames,
  readProxyAdmin,
  recogniseProxy,
} from "./stages/recognise-proxy.ts";
import {
  isJudged,
  isOwnMatch,
  isWorthSending,
  keepStored,
  type Settled,
  settle,
  submissionOnRecord,
} from "./stages/settle.ts";

/** `look` handles a contract that a proxy refers to: if there is no local build, only its record is read. */
const MODES = { verify: runStages, check: runStages, locked: checkLocked, look: checkLinked };
type Mode = keyof typeof MODES;

export async function verifyContract(
  request: VerifyRequest,
  ports: Ports,
  mode = getMode(request),
): Promise<ContractReport> {
  const run = new ContractRun(request, ports);
  try {
    const ended = await MODES[mode](run);
    if (!(ended instanceof Ended)) return await verifyContract(ended, ports, ended.action);
    run.note(ended.end.found);
    return createReport(run, ended.outcome, createProblem(run, ended));
  } catch (error) {
    if (error instanceof Ended) run.note(error.end.found);
    const { outcome, problem } = await endFromError(run, error, mode !== "look");
    return createReport(run, outcome, problem);
  } finally {
    await ports.journal.written?.();
  }
}

function getMode({ action, locked, related, followProxy }: VerifyRequest): Mode {
  if (locked !== undefined) return "locked";
  // A check submits nothing, so following a proxy means checking everything it refers to, whoever deployed it.
  const isLookedAt = related !== undefined && related.because === undefined;
  return isLookedAt && !(action === "check" && followProxy) ? "look" : action;
}

async function runStages(run: ContractRun): Promise<Ended> {
  const { request } = run;
  const { action, dryRun, related } = request;
  const known = getRecentlyRead(run);
  const builds = await run.stage("builds", () => readBuilds(run));
  const target = await run.stage("target", async () => {
    if (known?.located instanceof Error) throw known.located;
    return known?.located ?? locate(run);
  });
  run.note({ target });
  const { address } = target;
  const earlier = await run.stage("stored", () => readEarlier(run, address, builds !== undefined));
  const { stored, found } = earlier;
  run.note(found);
  const facts = await run.stage("deployment", async () => {
    const onchain = await readContractCode(run, address, known?.onchain);
    const code = once(() => describeChainCode(onchain.code));
    run.note({ target: { blockNumber: onchain.blockNumber ?? null }, code });
    return readDeployment(run, address, onchain, stored);
  });
  run.note(describeCreation(facts.creation));
  run.note({ otherForm: await readOtherForm(run, facts, stored) });
  const proxy = await recognise(run, facts);
  run.note({ fingerprint: await readFingerprint(run, facts) });
  await refuteByRecord(run, facts, stored, proxy);
  if (isFollowedClone(run)) return endFollowedClone(run, facts);
  refuseDelegation(run, facts);

  const build = await run.stage("build", () => findBuild(run, facts, builds, stored));
  run.note(build?.found);
  using asked = dryRun ? undefined : startQuery(run, facts);
  let settled: Settled | undefined;
  let planned: Plan | undefined;
  if (action === "verify" && build !== undefined) {
    const submissions = await run.stage("submission", async () => planSubmissions(run, facts, build));
    planned = submissions;
    if (dryRun) {
      if (isWorthSending(run, stored, build)) run.note({ submitted: listUnsent(submissions) });
      return (await import("./stages/judge.ts")).concludeDryRun(run, facts, build);
    }
    settled = await run.stage("job", () => settle(run, facts, stored, build, submissions));
  }
  const job = settled?.kind === "matched" ? settled : undefined;
  const read = await run.stage("record", () =>
    action === "check" ? readRecordToCheck(run, address, build, earlier) : readRecord(run, address, job),
  );
  const { record } = read;
  run.note({
    ...toFound(run.ports, address, record),
    expectedMatch: keepStored(run.findings, settled, record),
    relation: build === undefined && related?.isJudged === true ? createForeignRelation(record) : undefined,
  });
  const evidence = {
    facts,
    ...read,
    build,
    proxy,
    isJudged: isJudged(settled),
    previouslyAt: settled && stored?.verifiedAt,
    job,
  };
  const judged = await judgeRecord(run, evidence, asked?.answer);
  const sent = job?.submission ?? (planned && submissionOnRecord(planned, record));
  const proven = build && sent && getProvenInput(run, facts, build, sent);
  if (proven !== undefined) run.ports.onProven?.(proven);
  return (await import("./stages/judge.ts")).conclude(run, isOwnMatch(settled, record), judged);
}

/** Nodes drop the state of a block within a minute, and a contract may wait that long for its turn. */
const RECENT_MS = 10_000;

function getRecentlyRead({ request: { known }, ports: { clock } }: ContractRun): Known | undefined {
  return known !== undefined && clock.elapsedMs() - known.atMs < RECENT_MS ? known : undefined;
}

async function recognise(run: ContractRun, facts: DeploymentFacts): Promise<ProxyFacts | null | undefined> {
  run.note({ named: listNames(run.request, facts) });
  return run.stage("proxy", async () => {
    const found = await recogniseProxy(run, facts);
    run.note(found);
    run.note(await readProxyAdmin(run, facts));
    return found.proxy;
  });
}

async function judgeRecord(
  run: ContractRun,
  known: KnownOfRecord,
  asked?: Promise<QueryKnowledge>,
): Promise<Judged> {
  const { askQueryService, crossCheck } = await import("./stages/judge.ts");
  const judged = await run.stage("crossCheck", async () => {
    const facts = await addRecordedCreation(run, known.facts, known.record);
    run.note(describeCreation(facts.creation));
    const query = await askQueryService(run, { ...facts, query: (await asked) ?? facts.query });
    if (query.state === "known" && isHedera(facts.chainId))
      run.note({ target: { contractId: query.contract.contract_id } });
    return crossCheck(run, { ...known, facts }, query);
  });
  run.note(judged.found);
  return judged;
}

/** Handles a contract that only a proxy refers to. If necessary, returns a request to verify or check the contract. */
async function checkLinked(run: ContractRun): Promise<Ended | VerifyRequest> {
  const { request } = run;
  const { action, target, related } = request;
  const isJudged = related?.isJudged === true;
  const builds = await run.stage("builds", () => readBuildsIfAny(run));
  const address = target.kind === "address" ? target.address : target.input;
  const onchain = await run.stage("deployment", () => readCode(run, address)).catch(endWithoutContract);
  if (onchain instanceof Ended) {
    run.note(onchain.end.found);
    return new Ended("of-others", { found: { storedUnknown: "its address has no code" } });
  }
  const { code: runtimeBytecode, blockNumber } = onchain;
  run.note({ target: { blockNumber: blockNumber ?? null } });
  const unsent = await run.stage("build", () => explainUnsent(run, onchain, builds));
  if (unsent !== undefined && action === "verify" && request.followProxy) return request;
  if (unsent === undefined) {
    const facts = { chainId: run.ports.chainId, address, runtimeBytecode, blockNumber, creation: undefined };
    const proxy = await recognise(run, facts);
    if (isFollowedClone(run)) {
      const before = isJudged ? await run.stage("stored", () => readStored(run, address)) : undefined;
      run.note(before?.found);
      await refuteByRecord(run, facts, before?.stored, proxy);
      return endFollowedClone(run, facts);
    }
  }
  run.note(await run.stage("record", () => readRecordOfOthers(run, address)));
  if (unsent !== undefined) run.note({ relation: { whose: "ours", unsent, roles: [] } });
  const { match, storedUnknown } = run.findings;
  const mayBeRecorded = match !== null || storedUnknown !== undefined;
  const isChecked = unsent === undefined ? isJudged && mayBeRecorded : isJudged || mayBeRecorded;
  return isChecked
    ? { ...toCheck(request), related: related && { ...related, unsent } }
    : new Ended("of-others");
}

/** Returns the reason not to submit a contract that has a build. */
async function explainUnsent(
  run: Run,
  { code }: CodeOnChain,
  builds: Builds | undefined,
): Promise<Relation["unsent"]> {
  const { contract, onlyNamed = false } = run.request;
  const fit = await findFit(run, code, builds);
  // If the user named a contract for the clone, the implementation must be that contract.
  if (fit === undefined) return contract === undefined ? undefined : "deployed-elsewhere";
  if (onlyNamed) return "only-named";
  return "unsent" in fit ? fit.unsent : "deployed-elsewhere";
}

function toCheck(request: VerifyRequest): VerifyRequest {
  const options = request.options.filter(([flag]) => !flagsNotOf("check").includes(flag));
  return { ...request, action: "check", options };
}

/** Code without sources ends a run early. A record with different code for this address determines the verdict. */
async function refuteByRecord(
  run: ContractRun,
  facts: DeploymentFacts,
  stored: MatchSummary | undefined,
  proxy: ProxyFacts | null | undefined,
): Promise<void> {
  const { address, runtimeBytecode: code } = facts;
  if (!isSourcelessCode(code) || stored === undefined || stored.match === null) return;
  const read = await run.stage("record", () => readRecord(run, address, undefined));
  const { record } = read;
  run.note(toFound(run.ports, address, record));
  const onRecord = record.runtimeBytecode?.onchainBytecode;
  if (onRecord == null || onRecord.toLowerCase() === code.toLowerCase()) return;
  const judged = await judgeRecord(run, { facts, ...read, build: undefined, proxy, isJudged: false });
  run.note((await import("./stages/judge.ts")).conclude(run, false, judged).end.found);
}
