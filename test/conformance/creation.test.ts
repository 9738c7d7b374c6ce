import { assert } from "chai";
import { id } from "ethers";
import { startLocalServices } from "../../src/local.ts";
import { transact } from "../helpers/deploy.ts";
import { creationCode, deploy } from "../helpers/local/contracts.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { RECORDED, recordedLedger } from "../helpers/recorded-ledger.ts";

// biome-ignore lint/suspicious/noExplicitAny: recorded JSON has many shapes
type Json = any;

/** A query service, and one of its contracts. */
interface Subject {
  readonly url: string;
  readonly id: string;
  /** The hash of the creation transaction. */
  readonly hash: string;
}

async function local(way: "A" | "C"): Promise<Subject & AsyncDisposable> {
  const chain = await startDevelopmentChain();
  const services = await startLocalServices({ chain: { rpcUrl: chain.rpcUrl } });
  const direct = await deploy(chain, creationCode("Factory"));
  const made =
    way === "C" ? await transact(chain, direct.address, { data: id("make()").slice(0, 10) }) : undefined;
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

/** Sends the requests that find a creation, in the order in which the checks send them. */
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

/** The keys and the kinds of their values. The first row of a list represents all rows. */
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

describe("conformance - the endpoints that show a creation", () => {
  for (const [what, way] of Object.entries({ "a direct creation": "A", "a factory's child": "C" } as const))
    it(`should have the recorded shapes in the local query service: ${what}`, async () => {
      await using ledger = await recordedLedger();
      await using own = await local(way);
      const real = { url: ledger.mirrorUrl, ...RECORDED[way] };
      assert.deepEqual(shapeOf(await recipe(own)), shapeOf(await recipe(real)));
    });
});
