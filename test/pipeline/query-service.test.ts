import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { renderContract } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { DEPLOYER, type FakeChain, transactionHash } from "../helpers/fake-chain.ts";
import { matchedJob, NOT_VERIFIED, queryAnswer, record, stored } from "../helpers/pipeline/answers.ts";
import { ADDRESS, CREATION, codeOf, deployedChain, project } from "../helpers/pipeline/deployed.ts";
import { type Run, runPipeline, type Setting, statusIn } from "../helpers/pipeline/world.ts";
import { reportOf } from "../helpers/report-parts.ts";
import { refused, type Script } from "../helpers/scripted-service.ts";
import { type Behaviour, json, refuseAtFirst, text } from "../helpers/services/fault-server.ts";

const SCREEN = { style: plainStyle, width: 100, codes: new Set<string>() };

describe("pipeline - a query service that gives no usable answer", () => {
  const failures: Readonly<Record<string, readonly [Behaviour, RegExp]>> = {
    "a page": [text(200, "<html>Welcome</html>"), /is not a query service/],
    "a failure": [json(500, {}), /the query service is unavailable/],
  };
  for (const [what, [query, reason]] of Object.entries(failures))
    it(`should be reported once on the screens of a verified contract: ${what}`, async () => {
      const { report, exitCode } = await runPipeline({ script: { record: [stored()], query: [query] } });
      assert.deepEqual([report.verdict, exitCode], ["verified", 0]);
      const contract = renderContract(reportOf([report], 0), report, SCREEN);
      const batch = renderBatch(reportOf([report, { ...report }], 0), plainStyle, 100);
      for (const screen of [contract, batch]) {
        assert.lengthOf(screen.match(/No answer/g) ?? [], 1, screen);
        assert.match(screen.replace(/\s+/g, " "), reason);
      }
    });
});

const RETRY = { attempts: 3, minDelayMs: 200, maxDelayMs: 200 };

const slowly =
  (behaviour: Behaviour, ms: number): Behaviour =>
  (request, response) => {
    setTimeout(() => behaviour(request, response), ms);
  };

const WORKING = { record: [NOT_VERIFIED, stored()], job: [slowly(matchedJob(), 800)] };

async function runWith(url: string, script: Script = WORKING, onSubmitting: () => void = () => {}) {
  const happened: string[] = [];
  const query = new QueryService({ url, retry: RETRY, onRetry: () => happened.push("retry") });
  const { report, exitCode } = await runPipeline({
    script,
    ports: { query },
    onProgress: ({ type }) => {
      happened.push(type);
      if (type === "submitting") onSubmitting();
    },
  });
  return { report, exitCode, happened };
}

describe("pipeline - a query service that refuses connections", () => {
  it("should be asked once before the submission, and again while the service compiles", async () => {
    await using witness = await refuseAtFirst();
    const { report, exitCode, happened } = await runWith(witness.url);
    assert.equal(exitCode, 0, JSON.stringify(report.error));
    assert.equal(statusIn(report, "runtime-code-query"), "unknown");
    const retriesIn = (types: readonly string[]) => types.filter((type) => type === "retry").length;
    const [sentAt, endedAt] = [happened.indexOf("submitting"), happened.indexOf("job-ended")];
    // The first of the later question may come at once.
    assert.isAtMost(retriesIn(happened.slice(0, sentAt)), 1);
    assert.isAtLeast(retriesIn(happened.slice(sentAt, endedAt)), 1);
    assert.equal(retriesIn(happened.slice(0, endedAt)), RETRY.attempts - 1);
  });

  it("should be a witness if it comes up before the service has compiled", async () => {
    await using witness = await refuseAtFirst(queryAnswer());
    let opened: Promise<void> | undefined;
    const { report, exitCode } = await runWith(witness.url, WORKING, () => {
      opened = witness.open();
    });
    await opened;
    assert.equal(exitCode, 0, JSON.stringify(report.error));
    assert.equal(statusIn(report, "runtime-code-query"), "passed");
  });

  it("should not be asked after the run has ended", async () => {
    await using witness = await refuseAtFirst();
    const script = { ...WORKING, submit: [refused(400, "missing_parameter")] };
    const { exitCode, happened } = await runWith(witness.url, script);
    assert.notEqual(exitCode, 0);
    const events = happened.length;
    await sleep(450);
    assert.lengthOf(happened, events);
  });
});

const OTHER = transactionHash(8);

/** Has the contract but not the results of its creation, which were pruned or never imported. */
const pruned: Behaviour = (request, response) => {
  const isOfContract = /\/contracts\/[^/?]+$/.test(request.url ?? "");
  const behaviour = isOfContract ? queryAnswer() : json(200, { results: [], transactions: [], links: {} });
  behaviour(request, response);
};

function pipeline(setting: Setting, stored?: string, before: Behaviour = NOT_VERIFIED): Promise<Run> {
  const body = record();
  const named = { ...(body.deployment as object), ...(stored && { transactionHash: stored }) };
  return runPipeline({
    script: {
      query: [pruned],
      record: [before, json(200, { ...body, deployment: stored === undefined ? undefined : named })],
      job: [matchedJob()],
    },
    ...setting,
  });
}

const claimsOf = ({ report }: Run) =>
  (report.claims ?? []).map(({ id, state, witnesses }) => ({ id, state, witnesses }));

const sentHash = ({ service }: Run): string | undefined =>
  JSON.parse(service.submissions[0]?.body ?? "{}").creationTransactionHash;

function withoutHistory(): FakeChain {
  const call = { hash: OTHER, from: DEPLOYER, to: ADDRESS, nonce: 8, input: "0x08" };
  return Object.assign(deployedChain().mine(8, call), { withoutState: true });
}

function madeByFactory(): FakeChain {
  const { creation } = codeOf(project());
  const factory = "0x00000000000000000000000000000000000000fa";
  const call = { hash: OTHER, from: DEPLOYER, to: factory, nonce: 9, input: "0x09" };
  const chain = deployedChain().mine(5, call);
  const direct = chain.transactionsOf.bind(chain);
  chain.transactionsOf = async (block) => (await direct(block))?.filter(({ hash }) => hash === OTHER);
  const child = { address: ADDRESS.toLowerCase(), initCode: creation, creator: factory, isCreate2: false };
  chain.traces = new Map([[OTHER, [child]]]);
  return chain;
}

describe("pipeline - a query service without a contract's results", () => {
  it("should leave finding the creation transaction to the node", async () => {
    const run = await pipeline({});
    assert.deepEqual([run.report.outcome, run.report.target.creationTransactionHash], ["verified", CREATION]);
    assert.equal(sentHash(run), CREATION);
    const witnesses = ["chain", "build"] as const;
    assert.deepInclude(claimsOf(run), { id: "creation-code", state: "proven", witnesses } as const);
  });

  it("should use the record's transaction if nothing else knows one, with the same result in the next run", async () => {
    const first = await pipeline({ chain: withoutHistory() }, CREATION);
    assert.equal(first.report.target.creationTransactionHash, CREATION);
    assert.isUndefined(sentHash(first), "it was not known before the job");
    const again = await pipeline({ chain: withoutHistory() }, CREATION, json(200, record()));
    assert.deepEqual(claimsOf(again), claimsOf(first));
    assert.equal(again.report.verdict, first.report.verdict);
  });

  it("should not believe a record whose transaction didn't create the contract", async () => {
    const run = await pipeline({ chain: withoutHistory() }, OTHER);
    assert.isNull(run.report.target.creationTransactionHash);
    assert.equal(claimsOf(run).find(({ id }) => id === "creation-code")?.state, "open");
  });
});

describe("pipeline - a required creation match that is missing", () => {
  const requirement = { minMatch: "match", requireCreation: true } as const;
  const next = async (chain: FakeChain): Promise<string | undefined> => {
    const body = { ...record("exact_match", null), deployment: undefined };
    const records = [NOT_VERIFIED, json(200, body)];
    const script = { query: [pruned], record: records, job: [matchedJob("exact_match", null)] };
    const { report } = await runPipeline({ chain, request: { requirement }, script });
    assert.equal(report.error?.code, "VC409");
    return report.error?.next;
  };

  it("should suggest --creation-tx-hash if no source knows the transaction", async () =>
    assert.include(await next(withoutHistory()), "--creation-tx-hash"));

  it("should suggest omitting --require-creation only if no transaction contains the creation code", async () => {
    assert.include(await next(madeByFactory()), "--require-creation");
    assert.notInclude(await next(deployedChain()), "--require-creation");
  });
});
