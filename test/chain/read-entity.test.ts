import { assert } from "chai";
import { readAccountEntity, readSchedule, readToken } from "../../src/internal/chain/read-entity.ts";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { scriptedService } from "../helpers/scripted-service.ts";
import { json, text } from "../helpers/services/fault-server.ts";
import { QUICK } from "../helpers/services/quick.ts";

const NEVER = new AbortController().signal;
const LONG_ZERO = `0x${(1234).toString(16).padStart(40, "0")}`;
const OTHER = `0x${"ab".repeat(20)}`;

async function answered<T>(body: object | string, read: (query: QueryService) => Promise<T>): Promise<T> {
  const behaviour = typeof body === "string" ? text(503, body) : json(200, body);
  await using service = await scriptedService({ query: [behaviour] });
  return await read(new QueryService({ url: service.url, ...QUICK }));
}

const account = (body: object | string) =>
  answered(body, (query) => readAccountEntity({ query, signal: NEVER }, OTHER));

describe("chain - Hedera entities at an address without a contract", () => {
  it("should be an account with its ID, with a key or without one", async () => {
    const name = "the Hedera account 0.0.1234";
    const id = "0.0.1234";
    for (const [key, hasKey] of [
      [{ _type: "ED25519", key: "aa" }, true],
      [{ _type: "ProtobufEncoded", key: "3200" }, false],
      [{ _type: "ED25519", key: "" }, false],
      [null, false],
    ] as const)
      assert.deepEqual(await account({ account: id, key }), { kind: "account", name, hasKey });
  });

  it("should be undefined if the service names no account or doesn't answer", async () => {
    for (const body of [{}, { account: "" }, { account: 7 }, "out of order"])
      assert.isUndefined(await account(body));
    assert.isUndefined(await readAccountEntity({ query: undefined, signal: NEVER }, OTHER));
  });

  it("should be a token with its kind, name and symbol", async () => {
    const token = (body: object, address = LONG_ZERO) =>
      answered(body, (query) => readToken({ query, signal: NEVER }, address));
    const names = async (body: object) => (await token(body))?.name;
    assert.equal(
      await names({ type: "FUNGIBLE_COMMON", name: "Gold", symbol: "AU" }),
      'the Hedera fungible token "Gold" (AU), 0.0.1234',
    );
    assert.equal(
      await names({ type: "NON_FUNGIBLE_UNIQUE", name: "Art" }),
      'the Hedera non-fungible token "Art", 0.0.1234',
    );
    assert.equal(await names({ type: "ODD" }), "the Hedera token, 0.0.1234");
    assert.isUndefined(await token({ type: "FUNGIBLE_COMMON" }, OTHER), "an address that has no number");
  });

  it("should be a scheduled transaction with its number", async () => {
    const schedule = await answered({ schedule_id: "0.0.1234" }, (query) =>
      readSchedule({ query, signal: NEVER }, LONG_ZERO),
    );
    assert.equal(schedule?.name, "the Hedera scheduled transaction 0.0.1234");
  });
});
