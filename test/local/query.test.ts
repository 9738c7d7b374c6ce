import { assert } from "chai";
import { id } from "ethers";
import { startLocalServices } from "../../src/local.ts";
import { queryBlock, queryContract } from "../helpers/conformance/shapes.ts";
import { transact } from "../helpers/deploy.ts";
import { heldFor } from "../helpers/held-for.ts";
import { type Answer, get } from "../helpers/local/client.ts";
import { creationCode, deploy } from "../helpers/local/contracts.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";

describe("local - query service", function () {
  this.timeout(20_000);
  const chain = heldFor(() => startDevelopmentChain());
  const services = heldFor(() => startLocalServices({ chain }));
  let start: unknown;
  const contract = (key: string): Promise<Answer> => get(`${services.query.url}/api/v1/contracts/${key}`);
  const block = (key: string): Promise<Answer> => get(`${services.query.url}/api/v1/blocks/${key}`);

  beforeEach(async () => {
    start = await chain.request("evm_snapshot");
  });
  afterEach(async () => {
    await chain.request("evm_revert", start);
    // The next test's first block differs from this one's, so that the service drops its contracts.
    await chain.request("evm_increaseTime", 60);
  });

  it("should number contracts in creation order, whichever is requested first", async () => {
    const one = await deploy(chain, creationCode("Box"));
    const two = await deploy(chain, creationCode("Crate"));
    assert.equal((await contract(two.address)).body.contract_id, "0.0.1002");
    assert.equal((await contract(one.address)).body.contract_id, "0.0.1001");
    const three = await deploy(chain, creationCode("Factory"));
    assert.equal((await contract("1003")).body.evm_address, three.address);
    assert.equal((await contract("0.0.1001")).body.evm_address, one.address);
    assert.equal((await contract("0.1001")).body.evm_address, one.address);
    assert.equal((await contract("0.0.1004")).status, 404);
    assert.equal((await contract("1.0.1001")).status, 404);
    const [account] = (await chain.request("eth_accounts")) as string[];
    assert.equal((await contract(account ?? "")).status, 404, "an account");
  });

  it("should answer 404 to another method, and outside the API", async () => {
    assert.equal((await block("0")).status, 200);
    for (const path of ["/rest/v1/blocks/0", "/api/v2/blocks/0"])
      assert.equal((await get(`${services.query.url}${path}`)).status, 404, path);
    const posted = await fetch(`${services.query.url}/api/v1/blocks/0`, { method: "POST" });
    assert.equal(posted.status, 404);
  });

  it("should return what the chain knows about a contract", async () => {
    const { address } = await deploy(chain, creationCode("Box"));
    const body = queryContract.parse((await contract(address)).body);
    assert.equal(body.bytecode, creationCode("Box"));
    assert.equal(body.runtime_bytecode, await chain.request("eth_getCode", address, "latest"));
    assert.equal(body.nonce, 1);
    assert.isFalse(body.deleted);
    const created = queryBlock.parse((await block("1")).body);
    assert.isAtLeast(Number(body.created_timestamp), Number(created.timestamp.from));
    assert.isAtMost(Number(body.created_timestamp), Number(created.timestamp.to));
  });

  it("should find a factory's contract, and number it on the first request", async () => {
    const factory = await deploy(chain, creationCode("Factory"));
    const { logs } = await transact(chain, factory.address, { data: id("make()").slice(0, 10) });
    const body = queryContract.parse((await contract(`0x${logs[0]?.data.slice(-40)}`)).body);
    assert.equal(body.contract_id, "0.0.1002");
    assert.equal(body.bytecode, creationCode("Box"));
    const made = queryBlock.parse((await block("2")).body);
    assert.isAbove(Number(body.created_timestamp?.split(".")[1]), 0, "a child is later than its parent");
    assert.isAtMost(Number(body.created_timestamp), Number(made.timestamp.to));
    const later = await deploy(chain, creationCode("Crate"));
    assert.equal((await contract("1003")).body.evm_address, later.address);
  });

  it("should find code that was there from the start", async () => {
    const address = `0x${"ab".repeat(20)}`;
    await chain.request("hardhat_setCode", address, "0x6001");
    const body = queryContract.parse((await contract(address)).body);
    assert.equal(body.runtime_bytecode, "0x6001");
    assert.isNull(body.created_timestamp);
  });

  it("should report a contract without code as deleted, and still return its code", async () => {
    const { address } = await deploy(chain, creationCode("Box"));
    const before = (await contract(address)).body;
    await chain.request("evm_mine");
    await chain.request("hardhat_setCode", address, "0x");
    const after = queryContract.parse((await contract(address)).body);
    assert.isTrue(after.deleted);
    assert.equal(after.runtime_bytecode, before.runtime_bytecode);
  });

  it("should renumber contracts after the chain is reverted", async () => {
    const snapshot = await chain.request("evm_snapshot");
    const forgotten = await deploy(chain, creationCode("Box"));
    assert.equal((await contract("1001")).body.evm_address, forgotten.address);
    await chain.request("evm_revert", snapshot);
    const other = await deploy(chain, creationCode("Crate"));
    const { body } = await contract("1001");
    assert.equal(body.evm_address, other.address);
    assert.equal(body.bytecode, creationCode("Crate"));
  });

  it("should find a block by number and by hash", async () => {
    await deploy(chain, creationCode("Box"));
    const one = queryBlock.parse((await block("1")).body);
    assert.equal(one.count, 1);
    assert.equal(one.number, 1);
    assert.deepEqual((await block(one.hash)).body, one);
    assert.deepEqual((await block(one.hash.slice(2))).body, one);
    assert.equal(one.previous_hash, (await block("0")).body.hash);
  });

  it("should answer like a mirror node what it doesn't have, and what isn't a valid request", async () => {
    const hash = `0x${"00".repeat(32)}`;
    const invalidId =
      'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds';
    for (const [path, status, message] of [
      ["blocks/7", 404, "Not found"],
      ["blocks/latest", 400, "Invalid parameter: hashOrNumber"],
      ["blocks/0?colour=red", 400, "Unknown query parameter: colour"],
      ["blocks?block.number=about:1", 400, "Invalid parameter: block.number"],
      ["contracts/1001?timestamp=1&timestamp=gt:x", 400, "Invalid parameter: timestamp"],
      ["contracts?contract.id=lt:abc", 400, "Invalid parameter: contract.id"],
      ["contracts/0.0.1001/results?internal=true&order=asc&limit=1", 404, "Not found"],
      ["contracts/results?timestamp=x", 400, "Invalid parameter: timestamp"],
      ["contracts/results?timestamp=1&order=up", 400, "Invalid parameter: order"],
      [`contracts/results/${hash}`, 404, "Not found"],
      ["contracts/results/0.0.2-1795310000-000000000", 404, "Not found"],
      [`contracts/results/0x${"00".repeat(48)}`, 400, invalidId],
      ["transactions?account.id=0x12", 400, "Invalid parameter: account.id"],
    ] as const) {
      const answer = await get(`${services.query.url}/api/v1/${path}`);
      assert.deepEqual(answer, { status, body: { _status: { messages: [{ message }] } } }, path);
    }
    const { messages } = (await contract("abc?timestamp=x&colour=red")).body._status;
    assert.lengthOf(messages, 3, "every mistake is named");
  });

  describe("lists", () => {
    const list = async (path: string): Promise<Answer["body"]> => {
      const { status, body } = await get(`${services.query.url}${path}`);
      assert.equal(status, 200, path);
      return body;
    };
    /** All rows, following the links as an explorer does. */
    async function pages(path: string, name: string): Promise<Answer["body"][]> {
      const found: Answer["body"][] = [];
      for (let next: string | null = path; next !== null; ) {
        const body = await list(next);
        found.push(...body[name]);
        next = body.links.next;
        assert.isBelow(found.length, 50, "the pages have an end");
      }
      return found;
    }

    beforeEach(async () => {
      await deploy(chain, creationCode("Box"));
      const factory = await deploy(chain, creationCode("Factory"));
      await transact(chain, factory.address, { data: id("make()").slice(0, 10) });
      await contract("1002");
    });

    it("should be paged in both orders, with nested creations among the transactions", async () => {
      for (const order of ["asc", "desc"] as const) {
        const ordered = <T>(values: T[]): T[] => (order === "asc" ? values : values.toReversed());
        // A nested creation gets its number when the transactions are read.
        await list("/api/v1/transactions");
        const contracts = await pages(`/api/v1/contracts?limit=2&order=${order}`, "contracts");
        assert.deepEqual(
          contracts.map((row) => row.contract_id),
          ordered(["0.0.1001", "0.0.1002", "0.0.1003"]),
        );
        for (const row of contracts) assert.doesNotHaveAnyKeys(row, ["bytecode", "runtime_bytecode"]);
        const blocks = await pages(`/api/v1/blocks?limit=3&order=${order}`, "blocks");
        assert.deepEqual(
          blocks.map((row) => queryBlock.parse(row).number),
          ordered([0, 1, 2, 3]),
        );
        const transactions = await pages(`/api/v1/transactions?limit=1&order=${order}`, "transactions");
        assert.deepEqual(
          transactions.map((row) => [row.name, row.entity_id]),
          ordered([
            ["ETHEREUMTRANSACTION", "0.0.1001"],
            ["ETHEREUMTRANSACTION", "0.0.1002"],
            ["ETHEREUMTRANSACTION", "0.0.1002"],
            ["CONTRACTCREATEINSTANCE", "0.0.1003"],
          ]),
        );
        const times = transactions.map((row) => row.consensus_timestamp);
        assert.deepEqual(times, ordered([...times].sort()));
      }
    });

    it("should list the newest first, within the given bounds, with no next page after the last", async () => {
      const { blocks, links } = await list("/api/v1/blocks?limit=3");
      assert.deepEqual(
        blocks.map((block: { number: number }) => block.number),
        [3, 2, 1],
      );
      assert.equal(links.next, "/api/v1/blocks?limit=3&block.number=lt:1");
      assert.isNull((await list(links.next)).links.next);
      assert.deepEqual(await list("/api/v1/blocks?block.number=gt:3"), { blocks: [], links: { next: null } });
      const rows = await pages("/api/v1/blocks?block.number=gte:1&block.number=lte:3&limit=1", "blocks");
      assert.deepEqual(
        rows.map((row) => row.number),
        [3, 2, 1],
      );
    });

    it("should find the blocks and transactions in a time range, and filter transactions", async () => {
      const [second] = (await list("/api/v1/blocks?block.number=2")).blocks;
      const { from, to } = second.timestamp;
      const during = `timestamp=gte:${from}&timestamp=lte:${to}`;
      assert.deepEqual((await list(`/api/v1/blocks?${during}`)).blocks, [second]);
      const { transactions } = await list(`/api/v1/transactions?${during}`);
      assert.lengthOf(transactions, 1);
      const { results } = await list(`/api/v1/contracts/results?${during}`);
      assert.equal(results[0].block_number, 2);
      assert.equal(results[0].timestamp, transactions[0].consensus_timestamp);

      const count = async (query: string): Promise<number> =>
        (await list(`/api/v1/transactions?${query}`)).transactions.length;
      assert.equal(await count("account.id=0.0.1002"), 2);
      assert.equal(await count("account.id=0.0.1003"), 1);
      assert.equal(await count("account.id=0.0.7"), 0);
      assert.equal(await count("transactiontype=contractcreateinstance"), 1);
      assert.equal(await count("result=success"), 4);
      assert.equal(await count("result=fail"), 0);
    });

    it("should list one node without stake", async () => {
      const { nodes, links } = await list("/api/v1/network/nodes?limit=1&node.id=0");
      assert.deepEqual([nodes.length, nodes[0].node_id, nodes[0].stake], [1, 0, 0]);
      assert.isNull((await list(links.next)).links.next);
    });
  });

  it("should answer 503 when the chain is gone", async () => {
    const gone = await startDevelopmentChain();
    await using orphan = await startLocalServices({ chain: { rpcUrl: gone.rpcUrl } });
    await gone.close();
    assert.equal((await get(`${orphan.query.url}/api/v1/contracts/1001`)).status, 503);
  });
});
