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

describe("pipeline - whether a submission whose answer was lost is stored", () => {
  it("is not where the service has no record", async () => assert.isFalse(await shows(undefined, undefined)));

  it("is where the service has a record since", async () => assert.isTrue(await shows(PARTIAL, undefined)));

  it("is not shown by a record with the match that it had before", async () => {
    for (const sides of [PARTIAL, RUNTIME_ALONE, CREATION_ALONE])
      assert.isFalse(await shows(sides, { ...sides }));
  });

  it("is where either side's match changed", async () => {
    for (const before of [RUNTIME_ALONE, CREATION_ALONE]) assert.isTrue(await shows(PARTIAL, before));
  });
});
