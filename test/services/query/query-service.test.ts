import { assert } from "chai";
import { QueryService } from "../../../src/internal/services/query/query-service.ts";
import { QUERY_CONTRACT } from "../../helpers/services/examples.ts";
import { failureOf, misuseOf } from "../../helpers/services/failure-of.ts";
import { type Behaviour, json, serve, text } from "../../helpers/services/fault-server.ts";
import { ADDRESS, QUICK } from "../../helpers/services/quick.ts";

const BLOCK = {
  hash: `0x${"AB".repeat(48)}`,
  number: 77,
  timestamp: { from: "1795253078.000000000", to: "1795253079.999999999" },
} as const;

const NOT_FOUND = { _status: { messages: [{ message: "Not found" }] } };

function service(url: string): QueryService {
  return new QueryService({ ...QUICK, url });
}

async function contractFrom(behaviour: Behaviour) {
  await using server = await serve(behaviour);
  return await service(server.url).contract(ADDRESS);
}

describe("services - query service", () => {
  describe("requests", () => {
    it("should accept every form of a contract's name", async () => {
      await using server = await serve(json(200, QUERY_CONTRACT));
      const names = ["5001", "0.5001", "0.0.5001", ADDRESS, ADDRESS.slice(2).toUpperCase(), `0.0.${ADDRESS}`];
      for (const name of names) await service(server.url).contract(name);
      assert.deepEqual(
        server.requests.map(({ path }) => path),
        names.map((name) => `/api/v1/contracts/${name}`),
      );
    });

    it("should reject a contract with another ID than the requested one", async () => {
      for (const contract_id of ["0.0.9999", "1.0.5001", "0.1.5001"]) {
        await using server = await serve(json(200, { ...QUERY_CONTRACT, contract_id }));
        assert.equal((await failureOf(service(server.url).contract("0.0.5001"))).kind, "unusable");
      }
      await using server = await serve(json(200, { ...QUERY_CONTRACT, contract_id: "1.2.5001" }));
      for (const asked of ["5001", "2.5001", "1.2.5001", ADDRESS])
        assert.equal((await service(server.url).contract(asked))?.contract_id, "1.2.5001");
    });

    it("should send each timestamp as its own parameter", async () => {
      await using server = await serve(json(200, QUERY_CONTRACT));
      const it = service(`${server.url}/mirror/`);
      await it.contract("5001", { timestamp: "lt:1795253078.123456789" });
      await it.contract("5001", { timestamp: ["gte:1", "lte:2.5"] });
      const shown = server.requests.map(({ path }) => decodeURIComponent(path));
      assert.deepEqual(shown, [
        "/mirror/api/v1/contracts/5001?timestamp=lt:1795253078.123456789",
        "/mirror/api/v1/contracts/5001?timestamp=gte:1&timestamp=lte:2.5",
      ]);
    });

    it("should request a block by number or hash", async () => {
      await using server = await serve(json(200, { ...BLOCK, gas_used: 9007199254740991 }));
      for (const block of [77, 77n, "77", BLOCK.hash, BLOCK.hash.slice(2), `0x${"0".repeat(64)}`]) {
        const read = await service(server.url).block(block);
        assert.deepEqual(read, { ...BLOCK, hash: BLOCK.hash.toLowerCase() });
        assert.equal(server.requests.at(-1)?.path, `/api/v1/blocks/${block}`);
      }
    });

    it("should send nothing if an argument is invalid", async () => {
      await using server = await serve(json(200, QUERY_CONTRACT));
      const it = service(server.url);
      for (const name of ["abc", "0x1234", "0.0.0.1"])
        assert.equal(await misuseOf(it.contract(name)), "VC102", name);
      for (const timestamp of ["yesterday", "about:1", "1.", "lt:", ["1", "2 "]])
        assert.equal(await misuseOf(it.contract("5001", { timestamp })), "VC106", String(timestamp));
      for (const block of ["", "..", "7/8", "7%2f8", "7?x=1"])
        assert.equal(await misuseOf(it.block(block)), "VC106", String(block));
      assert.lengthOf(server.requests, 0);
    });
  });

  describe("answers", () => {
    it("should convert hexadecimal values to lower case with 0x", async () => {
      const contract = await contractFrom(
        json(200, {
          ...QUERY_CONTRACT,
          evm_address: ADDRESS.slice(2).toUpperCase(),
          bytecode: "60AB",
          runtime_bytecode: "0x60AB",
        }),
      );
      assert.deepEqual([contract?.evm_address, contract?.bytecode], [ADDRESS, "0x60ab"]);
      assert.equal(contract?.runtime_bytecode, "0x60ab");
    });

    it("should read missing nullable fields as null, and ignore unknown ones", async () => {
      const { nonce, file_id, ...rest } = QUERY_CONTRACT;
      const contract = await contractFrom(json(200, { ...rest, new_field: { a: [1] } }));
      assert.deepEqual(contract, { ...QUERY_CONTRACT, nonce: null, file_id: null });
      assert.equal(`${nonce} ${file_id}`, "1 null");
    });

    it("should keep every digit of 64-bit integers", async () => {
      const body = JSON.stringify(QUERY_CONTRACT).replace("7776000", "9223372036854775807");
      const contract = await contractFrom(text(200, body));
      assert.deepEqual([contract?.auto_renew_period, contract?.nonce], ["9223372036854775807", 1]);
    });

    it("should treat a 404 as 'no such contract' only if the service says so", async () => {
      assert.isUndefined(await contractFrom(json(404, NOT_FOUND)));
      for (const behaviour of [text(404, "<html>"), json(404, {}), json(404, { _status: "no" })]) {
        const error = await failureOf(contractFrom(behaviour));
        assert.equal(error.kind, "refused");
      }
    });

    it("should quote the service's messages", async () => {
      const messages = [
        { message: "Invalid parameter: timestamp", detail: null },
        { message: "Other", detail: "more", data: "0x" },
      ];
      const error = await failureOf(contractFrom(json(400, { _status: { messages } })));
      assert.equal(error.serviceMessage, "Invalid parameter: timestamp; Other: more");
    });

    const wrong: Readonly<Record<string, unknown>> = {
      address: { ...QUERY_CONTRACT, evm_address: "0x12" },
      id: { ...QUERY_CONTRACT, contract_id: "5001" },
      timestamp: { ...QUERY_CONTRACT, created_timestamp: "2026-11-21" },
    };
    for (const [name, body] of Object.entries(wrong))
      it(`should reject a contract with an invalid ${name}`, async () => {
        const error = await failureOf(contractFrom(json(200, body)));
        assert.deepEqual([error.kind, error.service], ["unusable", "query service"]);
      });
  });

  describe("lists", () => {
    const many = Array.from({ length: 20_001 }, () => 0);
    it("should be rejected by name if they have more than 20,000 entries, without validating these", async () => {
      await using server = await serve(json(200, { blocks: many }));
      const error = await failureOf(service(server.url).newestBlock());
      assert.equal(error.kind, "unusable");
      assert.include(error.reason, "blocks: expected at most 20000 entries");
    });
  });

  describe("contract transactions", () => {
    it("should reject transactions with another timestamp, and an invalid row", async () => {
      const row = { name: "CONTRACTCALL" };
      await using server = await serve(
        json(200, { transactions: [{ ...row, consensus_timestamp: "8.0" }] }),
        json(200, { transactions: [{ ...row, consensus_timestamp: "7.0", entity_id: "<b>" }] }),
        json(200, { transactions: [] }),
      );
      const query = service(server.url);
      for (const _ of [1, 2]) assert.equal((await failureOf(query.transactionsAt("7"))).kind, "unusable");
      assert.deepEqual(await query.transactionsAt("7"), []);
    });

    it("should accept a timestamp with fewer digits", async () => {
      const row = { name: "CONTRACTCALL", consensus_timestamp: "7.100000000" };
      await using server = await serve(json(200, { transactions: [row] }));
      const query = service(server.url);
      assert.lengthOf(await query.transactionsAt("7.1"), 1);
    });
  });
});
