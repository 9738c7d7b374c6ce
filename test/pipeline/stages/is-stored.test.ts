import { assert } from "chai";
import { type Attempt, isStored } from "../../../src/internal/pipeline/stages/send-and-follow.ts";

interface Sides {
  readonly runtimeMatch: "match" | null;
  readonly creationMatch: "match" | null;
}

const PARTIAL: Sides = { runtimeMatch: "match", creationMatch: "match" };
const RUNTIME_ALONE: Sides = { runtimeMatch: "match", creationMatch: null };
const CREATION_ALONE: Sides = { runtimeMatch: null, creationMatch: "match" };

function shows(now: Sides | undefined, before: Sides | undefined): Promise<boolean> {
  const run = {
    ports: {
      chainId: 31337,
      signal: new AbortController().signal,
      verification: { contract: async () => now },
    },
    request: { buildSource: { kind: "files" } },
  } as unknown as Parameters<typeof isStored>[0];
  const attempt = { facts: { address: `0x${"11".repeat(20)}` }, stored: before, build: { compiled: {} } };
  return isStored(run, attempt as unknown as Attempt, true);
}

describe("pipeline - whether a submission without an answer was stored", () => {
  it("is false if the service has no record, and true if it has a new one", async () =>
    assert.deepEqual([await shows(undefined, undefined), await shows(PARTIAL, undefined)], [false, true]));

  it("is false if the record's match is the same as before", async () => {
    for (const sides of [PARTIAL, RUNTIME_ALONE, CREATION_ALONE])
      assert.isFalse(await shows(sides, { ...sides }));
  });

  it("is true if either side's match changed", async () => {
    for (const before of [RUNTIME_ALONE, CREATION_ALONE]) assert.isTrue(await shows(PARTIAL, before));
  });
});
