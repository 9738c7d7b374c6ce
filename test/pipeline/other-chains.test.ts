import { assert } from "chai";
import type { ContractReport } from "../../src/internal/report/model.ts";
import {
  ADDRESS,
  checkWithoutBuild,
  NOT_VERIFIED,
  queryAnswer,
  type Setting,
  stored,
} from "../helpers/pipeline/world.ts";
import { EXACT } from "../helpers/services/examples.ts";
import { type Behaviour, json, text } from "../helpers/services/fault-server.ts";

const ON_BASE = { ...EXACT, address: ADDRESS, chainId: "8453" };

async function check(allChains: Behaviour, more: Setting = {}) {
  const events: string[] = [];
  const run = await checkWithoutBuild({
    script: { record: [stored()], query: [queryAnswer()], allChains: [allChains], ...more.script },
    request: { extras: { forwarded: "by-each", otherChains: true }, ...more.request },
    onProgress: ({ type }) => events.push(type),
  });
  assert.notInclude(events, "retrying");
  return run;
}

function withoutTimes({ timings, otherChains, ...rest }: ContractReport) {
  assert.isAbove(timings.totalMs, -1);
  return JSON.stringify(rest, (key, value) => (key === "record" || key === "links" ? undefined : value));
}

describe("pipeline - the other chains of an address", () => {
  it("should be asked for last, in one request, and be sorted and named", async () => {
    const { report, service } = await check(
      json(200, {
        results: [
          { ...ON_BASE, chainId: "31337" },
          { ...ON_BASE, chainId: "987654", creationMatch: null },
          { ...ON_BASE, unknown: { field: 1 } },
          { ...ON_BASE, chainId: "1", match: "match", creationMatch: "match", runtimeMatch: "match" },
        ],
      }),
    );
    const { verifiedAt } = EXACT;
    assert.deepEqual(report.otherChains, [
      {
        chainId: 1,
        name: "Ethereum",
        match: "match",
        creationMatch: "match",
        runtimeMatch: "match",
        verifiedAt,
      },
      {
        chainId: 8453,
        name: "Base",
        match: "exact_match",
        creationMatch: "exact_match",
        runtimeMatch: "exact_match",
        verifiedAt,
      },
      { chainId: 987654, match: "exact_match", creationMatch: null, runtimeMatch: "exact_match", verifiedAt },
    ]);
    assert.equal(service.count("allChains"), 1);
    assert.equal(service.kinds.at(-1), "allChains");
  });

  it("should be an empty list where there are none", async () => {
    assert.deepEqual((await check(json(404, { results: [] }))).report.otherChains, []);
  });

  it("should say nothing of a chain that is named twice, is too large, or contradicts itself", async () => {
    const { report } = await check(
      json(200, {
        results: [
          ON_BASE,
          { ...ON_BASE, match: "match", creationMatch: "match", runtimeMatch: "match" },
          { ...ON_BASE, chainId: "99999999999999999999" },
          { ...ON_BASE, chainId: "5", match: null, creationMatch: null, runtimeMatch: null },
          { ...ON_BASE, chainId: "6", creationMatch: null, runtimeMatch: null },
          { ...ON_BASE, chainId: "10" },
        ],
      }),
    );
    assert.deepEqual(
      report.otherChains?.map(({ chainId }) => chainId),
      [10],
    );
  });

  it("should change nothing where the service does not say, or says nonsense", async () => {
    const { report: expected } = await check(json(404, { results: [] }));
    const odd: readonly Behaviour[] = [
      text(404, "<html>"),
      json(500, { customCode: "internal_error", message: "x" }),
      json(503, {}),
      json(200, {
        results: Array.from({ length: 5000 }, (_, index) => ({ ...ON_BASE, chainId: String(index) })),
      }),
      json(200, { results: [{ ...ON_BASE, address: `0x${"12".repeat(20)}` }] }),
      json(200, [ON_BASE]),
      text(200, "{"),
      (request) => request.socket.destroy(),
    ];
    for (const behaviour of odd) {
      const { report, service } = await check(behaviour);
      assert.isUndefined(report.otherChains);
      assert.equal(withoutTimes(report), withoutTimes(expected));
      assert.equal(service.count("allChains"), 1);
    }
  });

  it("should be asked for where the contract is not verified here, too", async () => {
    const { report } = await check(json(200, { results: [ON_BASE] }), { script: { record: [NOT_VERIFIED] } });
    assert.equal(report.error?.code, "VC414");
    assert.deepEqual(
      report.otherChains?.map(({ name }) => name),
      ["Base"],
    );
  });

  it("should not be asked for where they are not shown, or the service failed", async () => {
    const quiet = await check(json(200, { results: [] }), {
      request: { extras: { forwarded: "by-each", otherChains: false } },
    });
    const silent = await check(json(200, { results: [] }), { script: { record: [text(503, "")] } }).catch(
      (error) => error,
    );
    assert.equal(quiet.service.count("allChains"), 0);
    assert.isUndefined(quiet.report.otherChains);
    if (silent.report !== undefined) assert.equal(silent.service.count("allChains"), 0);
  });
});
