import { assert } from "chai";
import { readQuery } from "../../src/internal/chain/read-query.ts";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { scriptedService } from "../helpers/scripted-service.ts";
import { QUERY_CONTRACT } from "../helpers/services/examples.ts";
import { type Behaviour, json, neverAnswers, text } from "../helpers/services/fault-server.ts";
import { ADDRESS, QUICK } from "../helpers/services/quick.ts";

const NEVER = new AbortController().signal;
const known = json(200, QUERY_CONTRACT);
const notFound = json(404, { _status: { messages: [{ message: "Not found" }] } });
const incomplete = json(200, { ...QUERY_CONTRACT, runtime_bytecode: "0x" });

async function read(query: readonly Behaviour[], attempts: number, signal = NEVER) {
  await using service = await scriptedService({ query });
  const answer = await readQuery(new QueryService({ url: service.url, ...QUICK }), ADDRESS, signal, {
    attempts,
    wait: async () => {},
  });
  return { answer, asked: service.count("query") };
}

describe("chain - the query service's contract", () => {
  it("is not-configured without a query service", async () =>
    assert.deepEqual(await readQuery(undefined, ADDRESS, NEVER), { state: "not-configured" }));

  it("is requested only once if it is known", async () => {
    const { answer, asked } = await read([known], 5);
    assert.deepEqual([answer.state, asked], ["known", 1]);
  });

  for (const [what, first] of [
    ["isn't there yet", notFound],
    ["is there without its code", incomplete],
  ] as const)
    it(`is waited for while the contract ${what}`, async () => {
      const { answer, asked } = await read([first, known], 2);
      assert.deepEqual([answer.state === "known" && answer.contract.runtime_bytecode, asked], ["0x6002", 2]);
    });

  it("is waited for with one notice, or with none if there is only one attempt", async () => {
    for (const [attempts, notices] of [
      [1, 0],
      [3, 1],
    ] as const) {
      await using service = await scriptedService({ query: [notFound] });
      let noticed = 0;
      await readQuery(new QueryService({ url: service.url, ...QUICK }), ADDRESS, NEVER, {
        attempts,
        wait: async () => {},
        onWait: () => {
          noticed += 1;
        },
      });
      assert.deepEqual([service.count("query"), noticed], [attempts, notices]);
    }
  });

  it("is not-found after the given number of attempts", async () =>
    assert.deepEqual(await read([notFound], 1), { answer: { state: "not-found" }, asked: 1 }));

  for (const [what, behaviour] of [
    ["answers with a web page", text(200, "<html>")],
    ["answers 404 with a web page", text(404, "<html>")],
  ] as const)
    it(`is unavailable, with a reason, if the service ${what}`, async () => {
      const { answer } = await read([behaviour], 1);
      assert.equal(answer.state, "unavailable");
      assert.isNotEmpty(answer.state === "unavailable" ? answer.reason : "");
    });

  it("ends with the signal", async () => {
    const answered = read([neverAnswers], 1, AbortSignal.timeout(20));
    assert.instanceOf(await answered.catch((error: unknown) => error), Error);
  });
});
