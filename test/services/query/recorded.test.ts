import { assert } from "chai";
import { type QueryParameters, QueryService } from "../../../src/internal/services/query/query-service.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { json, serve } from "../../helpers/services/fault-server.ts";
import { QUICK } from "../../helpers/services/quick.ts";
import { type RecordedCreation, recordedCreations } from "../../helpers/services/recordings.ts";

type Json = Readonly<Record<string, unknown>>;

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

function parametersOf(query: URLSearchParams): QueryParameters {
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]));
}

/** Calls the method that decodes the response. Undefined for the other endpoints. */
function askDecoded(
  query: QueryService,
  { path, query: given }: RecordedCreation["request"],
): Promise<unknown> | undefined {
  const parameters = parametersOf(given);
  const [, name = "", value = "", last] =
    /^\/api\/v1\/(contracts\/results|contracts|blocks|transactions)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(
      path,
    ) ?? [];
  switch (`${name} ${value === "" ? "" : "one"} ${last ?? ""}`) {
    case "contracts one ":
      return query.contract(value, { timestamp: given.getAll("timestamp") });
    case "contracts one results":
      return query.resultsOfContract(value, parameters);
    case "contracts/results  ":
      return query.contractResults(parameters);
    case "contracts/results one actions":
      return query.contractActions(value, parameters);
    case "blocks one ":
      return query.block(value);
    case "transactions  ":
      return query.transactionsAt(given.get("timestamp") ?? "").then((transactions) => ({ transactions }));
  }
  return undefined;
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
  } else if (kept !== undefined) {
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
        const asked = () => query.get(request.path, parametersOf(request.query));
        if (status === 400) {
          assert.equal((await failureOf(asked())).status, 400, about);
          continue;
        }
        const decoded = await askDecoded(query, request);
        if (status === 404) {
          assert.isUndefined(await asked(), about);
          assert.isUndefined(decoded, about);
        } else {
          assert.equal(status, 200, about);
          assert.deepEqual((await asked()) as unknown, response, about);
          assertKept(decoded, response, about);
        }
      }
    });
});

describe("services - query service - contract transactions", () => {
  it("should reject transactions with another timestamp, and an invalid row", async () => {
    const row = { name: "CONTRACTCALL" };
    await using server = await serve(
      json(200, { transactions: [{ ...row, consensus_timestamp: "8.0" }] }),
      json(200, { transactions: [{ ...row, consensus_timestamp: "7.0", entity_id: "<b>" }] }),
      json(200, { transactions: [] }),
    );
    const query = new QueryService({ ...QUICK, url: server.url });
    for (const _ of [1, 2]) assert.equal((await failureOf(query.transactionsAt("7"))).kind, "unusable");
    assert.deepEqual(await query.transactionsAt("7"), []);
  });

  it("should accept a timestamp with fewer digits", async () => {
    const row = { name: "CONTRACTCALL", consensus_timestamp: "7.100000000" };
    await using server = await serve(json(200, { transactions: [row] }));
    const query = new QueryService({ ...QUICK, url: server.url });
    assert.lengthOf(await query.transactionsAt("7.1"), 1);
  });
});
