import { assert } from "chai";
import { id } from "ethers";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { startLocalServices } from "../../src/local.ts";
import { creationCode, deploy, send } from "../helpers/local/contracts.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { RECORDED, type RecordedLedger, recordedLedger } from "../helpers/recorded-ledger.ts";
import { QUICK } from "../helpers/services/quick.ts";

// biome-ignore lint/suspicious/noExplicitAny: JSON of another's making
type Json = any;

/** A query service, and a contract of it. */
interface Subject extends AsyncDisposable {
  readonly url: string;
  readonly id: string;
  /** Of the transaction that created it. */
  readonly hash: string;
}

async function recorded(way: "A" | "C"): Promise<Subject> {
  const ledger: RecordedLedger = await recordedLedger();
  return {
    url: ledger.mirrorUrl,
    ...RECORDED[way],
    [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
  };
}

async function local(way: "A" | "C"): Promise<Subject> {
  const chain = await startDevelopmentChain();
  const services = await startLocalServices({ chain: { rpcUrl: chain.rpcUrl } });
  const direct = await deploy(chain, creationCode("Factory"));
  const made = way === "C" ? await send(chain, direct.address, id("make()").slice(0, 10)) : undefined;
  const address = made === undefined ? direct.address : `0x${made.logs[0]?.data.slice(-40)}`;
  const { url } = services.query;
  return {
    url,
    id: (await read(url, `/contracts/${address}`)).contract_id,
    hash: made?.transactionHash ?? direct.transactionHash,
    [Symbol.asyncDispose]: async () => {
      await services.close();
      await chain.close();
    },
  };
}

async function read(url: string, path: string): Promise<Json> {
  const response = await fetch(`${url}/api/v1${path}`);
  assert.equal(response.status, 200, path);
  return response.json();
}

/** The answers of the recipe, in its order; for a child with its parent. */
async function recipe({ url, id: contractId, hash }: Subject): Promise<Readonly<Record<string, Json>>> {
  const results = await read(url, `/contracts/${contractId}/results?order=asc&limit=1&internal=true`);
  const transactions = await read(url, `/transactions?timestamp=${results.results[0].timestamp}`);
  const parent = transactions.transactions[0].parent_consensus_timestamp ?? results.results[0].timestamp;
  return {
    results,
    transactions,
    atParent: await read(url, `/contracts/results?timestamp=${parent}`),
    byHash: await read(url, `/contracts/results/${hash}`),
    actions: await read(url, `/contracts/results/${hash}/actions`),
  };
}

/** The keys and the kinds of the values, where the first row of a list stands for all. */
function shapeOf(value: Json): Json {
  if (Array.isArray(value))
    return value.length === 0 || typeof value[0] !== "object" ? [] : [shapeOf(value[0])];
  if (typeof value !== "object" || value === null) return "value";
  return Object.fromEntries(
    Object.keys(value)
      .filter((key) => key !== "next")
      .map((key) => [key, shapeOf(value[key])]),
  );
}

describe("conformance - the endpoints that a creation is read from", function () {
  this.timeout(30_000);
  for (const way of ["A", "C"] as const) {
    const what = way === "A" ? "a direct creation" : "a factory's child";

    it(`should have the recorded shapes on the local query service: ${what}`, async () => {
      await using real = await recorded(way);
      await using own = await local(way);
      assert.deepEqual(shapeOf(await recipe(own)), shapeOf(await recipe(real)));
    });

    for (const [subjectName, start] of [
      ["the recordings", recorded],
      ["the local query service", local],
    ] as const) {
      it(`should be read by the client alike, from ${subjectName}: ${what}`, async () => {
        await using subject = await start(way);
        const query = new QueryService({ url: subject.url, ...QUICK });
        const options = { internal: true, order: "asc", limit: 1 } as const;
        const first = (await query.resultsOfContract(subject.id, options))?.results[0];
        assert.equal(first?.contract_id, subject.id);
        assert.equal(first?.function_parameters, "0x");
        assert.deepEqual(first?.created_contract_ids, way === "A" ? [subject.id] : []);
        const direct = (await query.resultsOfContract(subject.id, { ...options, internal: false }))?.results;
        assert.lengthOf(direct ?? [], way === "A" ? 1 : 0);

        const [transaction, ...others] = await query.transactionsAt(first?.timestamp ?? "");
        assert.isEmpty(others);
        assert.equal(transaction?.entity_id, subject.id);
        const parent = transaction?.parent_consensus_timestamp ?? first?.timestamp ?? "";
        assert.equal(transaction?.parent_consensus_timestamp === null, way === "A");
        const hidden = await query.contractResults({ timestamp: first?.timestamp });
        assert.lengthOf(hidden?.results ?? [], way === "A" ? 1 : 0);
        const creating = (await query.contractResults({ timestamp: parent }))?.results[0];
        assert.equal(creating?.hash, subject.hash);
        assert.include(creating?.created_contract_ids ?? [], subject.id);
        assert.isNumber(creating?.block_number);

        const whole = await query.contractResult(subject.hash);
        assert.notEqual(whole?.function_parameters, "0x");
        const actions = (await query.contractActions(subject.hash))?.actions;
        const creation = actions?.find(({ call_operation_type: type }) => type?.startsWith("CREATE"));
        assert.equal(creation?.recipient, subject.id);
        assert.match(creation?.to ?? "", /^0x0{24}/);
        const { bytecode } = (await query.contract(subject.id)) ?? {};
        assert.equal(creation?.input, bytecode);
      });
    }
  }
});
