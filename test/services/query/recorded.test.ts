import { assert } from "chai";
import { ENDPOINTS } from "../../../src/internal/services/endpoints.ts";
import { QueryService } from "../../../src/internal/services/query/query-service.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { json, serve } from "../../helpers/services/fault-server.ts";
import { QUICK } from "../../helpers/services/quick.ts";
import { type RecordedCreation, recordedCreations } from "../../helpers/services/recordings.ts";

type Json = Readonly<Record<string, unknown>>;
type Name = keyof typeof ENDPOINTS.query;

/** Answers what was recorded, to what it was recorded for, and 404 in another's words to anything else. */
async function mirrorNode(exchanges: readonly RecordedCreation[]) {
  const server = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://recorded");
    const found = exchanges.find(
      ({ request: { path, query } }) => path === pathname && pairsOf(query) === pairsOf(searchParams),
    );
    json(found?.status ?? 404, found?.response ?? { message: "nobody asked this" })(request, response);
  });
  return { server, query: new QueryService({ ...QUICK, url: server.url }) };
}

function pairsOf(query: URLSearchParams): string {
  return [...query]
    .map((pair) => pair.join("="))
    .sort()
    .join("&");
}

/** The endpoint of a recorded request; if several fit, the one with the fewest parameters. */
function endpointOf(path: string): { readonly name: Name; readonly values: readonly string[] } {
  const fitting = Object.entries(ENDPOINTS.query).flatMap(([name, endpoint]) => {
    const form = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "([^/]+)")}$`);
    const values = form.exec(path)?.slice(1);
    return values === undefined || endpoint.method !== "GET" ? [] : [{ name: name as Name, values }];
  });
  fitting.sort((one, other) => one.values.length - other.values.length);
  return fitting[0] ?? assert.fail(path);
}

/** Calls the client's own method, with typed options if it has them. */
function ask(query: QueryService, { path, query: given }: RecordedCreation["request"]): Promise<unknown> {
  const { name, values } = endpointOf(path);
  const [first = "", second = ""] = values;
  const timestamp = given.getAll("timestamp");
  const list = {
    ...(timestamp.length === 0 ? {} : { timestamp }),
    ...(given.has("internal") ? { internal: given.get("internal") === "true" } : {}),
    ...(given.has("order") ? { order: given.get("order") as "asc" } : {}),
    ...(given.has("limit") ? { limit: Number(given.get("limit")) } : {}),
  };
  switch (name) {
    case "contract":
      return query.contract(first, { timestamp });
    case "contractResults":
      return query.contractResults(list);
    case "resultsOfContract":
      return query.resultsOfContract(first, list);
    case "contractResult":
      return query.contractResult(first, given.has("nonce") ? { nonce: Number(given.get("nonce")) } : {});
    case "contractActions":
      return query.contractActions(first);
    case "resultOfContractAt":
      return query.resultOfContractAt(first, second);
    case "transactions":
      return query.transactionsAt(given.get("timestamp") ?? "").then((transactions) => ({ transactions }));
    case "transaction":
      return query.transaction(first);
    case "blocks":
      return query.blocks({ query: Object.fromEntries(given) });
    default:
      return assert.fail(name);
  }
}

/** Asserts that the client keeps each recorded field: null if it was missing, hex in lower case with 0x. */
function assertKept(kept: unknown, recorded: unknown, where: string): void {
  if (Array.isArray(kept)) {
    assert.isArray(recorded, where);
    assert.lengthOf(kept, (recorded as readonly unknown[]).length, where);
    for (const [index, item] of kept.entries())
      assertKept(item, (recorded as readonly unknown[])[index], `${where}.${index}`);
  } else if (typeof kept === "object" && kept !== null) {
    for (const [key, value] of Object.entries(kept))
      assertKept(value, (recorded as Json)[key], `${where}.${key}`);
  } else {
    assert.equal(kept, (recorded ?? null) as unknown, where);
  }
}

describe("services - query service - recorded creations", () => {
  for (const [name, exchanges] of recordedCreations())
    it(`should read every response in ${name}`, async () => {
      const { server, query } = await mirrorNode(exchanges);
      await using _ = server;
      for (const exchange of exchanges) {
        const { request, status, response } = exchange;
        const about = `${request.path}?${request.query}`;
        const { values } = endpointOf(request.path);
        const sent = server.requests.length;
        if (status === 400) {
          // A hash of the wrong length: with 48 bytes instead of 32 it is never sent, with 32 instead of 48 the node rejects it.
          const refused = await ask(query, request).then(
            () => assert.fail(about),
            (error: { readonly code?: string; readonly status?: number }) => error.code ?? error.status,
          );
          const isRefusedHere = values[0]?.length === 98;
          assert.equal(refused, isRefusedHere ? "VC106" : 400, about);
          assert.lengthOf(server.requests, sent + (isRefusedHere ? 0 : 1), about);
        } else if (status === 404) {
          assert.isUndefined(await ask(query, request), about);
        } else {
          assert.equal(status, 200, about);
          assertKept(await ask(query, request), response, about);
        }
      }
    });

  it("should have every field needed to tell how a contract was created", async () => {
    const all = new Map(recordedCreations());
    const { server, query } = await mirrorNode(all.get("C-factory-create2-evm.json") ?? []);
    await using _ = server;
    const id = "0.0.7005";
    const first = await query.resultsOfContract(id, { internal: true, order: "asc", limit: 1 });
    const [child] = first?.results ?? [];
    assert.deepEqual(child?.created_contract_ids, []);
    const [created] = await query.transactionsAt(child?.timestamp ?? "");
    assert.include(created, { name: "CONTRACTCREATEINSTANCE", entity_id: id, nonce: 1, result: "SUCCESS" });
    const parent = await query.contractResults({ timestamp: created?.parent_consensus_timestamp ?? "" });
    const [creation] = parent?.results ?? [];
    assert.deepEqual(creation?.created_contract_ids, [id]);
    assert.equal(creation?.block_number, 9003);
    assert.lengthOf(server.requests, 3);
    const actions = (await query.contractActions(creation?.hash ?? ""))?.actions ?? [];
    const own = actions.find(({ recipient }) => recipient === id);
    assert.equal(own?.call_operation_type, "CREATE2");
    assert.equal(own?.input, (await query.contract(id))?.bytecode);
  });
});

describe("services - query service - contract transactions", () => {
  const HASH = `0x${"ab".repeat(32)}`;
  const result = (fields: object) => json(200, { hash: HASH, timestamp: "7.000000001", ...fields });

  it("should reject a response about another transaction or another time", async () => {
    await using server = await serve(result({ hash: `0x${"cd".repeat(32)}` }));
    const query = new QueryService({ ...QUICK, url: server.url });
    assert.equal((await failureOf(query.contractResult(HASH))).kind, "unusable");
    assert.equal((await failureOf(query.resultOfContractAt("0.0.1", "7.000000002"))).kind, "unusable");
    assert.equal((await query.resultOfContractAt("0.0.1", "7.000000001"))?.timestamp, "7.000000001");
    assert.equal((await query.contractResult("0.0.1-2-3"))?.timestamp, "7.000000001");
  });

  it("should accept a hash in any case, and a timestamp with fewer digits", async () => {
    await using server = await serve(result({ timestamp: "7.100000000" }));
    const query = new QueryService({ ...QUICK, url: server.url });
    assert.isDefined(await query.contractResult(HASH.toUpperCase().replace("0X", "0x")));
    assert.isDefined(await query.resultOfContractAt("0.0.1", "7.1"));
  });

  it("should reject transactions with another timestamp, and an invalid row", async () => {
    const row = { name: "CONTRACTCALL", result: "SUCCESS", transaction_id: "0.0.1-2-3" };
    await using server = await serve(
      json(200, { transactions: [{ ...row, consensus_timestamp: "8.0" }] }),
      json(200, { transactions: [{ ...row, consensus_timestamp: "7.0", entity_id: "<b>" }] }),
      json(200, { transactions: [] }),
    );
    const query = new QueryService({ ...QUICK, url: server.url });
    for (const _ of [1, 2]) assert.equal((await failureOf(query.transactionsAt("7"))).kind, "unusable");
    assert.deepEqual(await query.transactionsAt("7"), []);
  });

  it("should send both typed and free-form query options", async () => {
    await using server = await serve(json(200, { results: [] }));
    const query = new QueryService({ ...QUICK, url: server.url });
    await query.contractResults({
      timestamp: ["gte:1", "lt:2.5"],
      internal: true,
      order: "asc",
      limit: 1,
      query: { "block.number": 7 },
    });
    assert.equal(
      server.requests[0]?.path,
      "/api/v1/contracts/results?block.number=7&timestamp=gte%3A1&timestamp=lt%3A2.5&internal=true&order=asc&limit=1",
    );
  });
});
