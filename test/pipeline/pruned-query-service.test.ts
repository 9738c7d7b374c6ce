import { assert } from "chai";
import { DEPLOYER, type FakeChain, transactionHash } from "../helpers/fake-chain.ts";
import { matchedJob, NOT_VERIFIED, queryAnswer, record } from "../helpers/pipeline/answers.ts";
import { ADDRESS, CREATION, codeOf, deployedChain, project } from "../helpers/pipeline/deployed.ts";
import { type Run, runPipeline, type Setting } from "../helpers/pipeline/world.ts";
import { type Behaviour, json } from "../helpers/services/fault-server.ts";

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
