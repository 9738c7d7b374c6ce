import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { assert } from "chai";
import { createBatchScreen } from "../../src/internal/commands/live-screen.ts";
import type { BatchEvent } from "../../src/internal/report/progress.ts";
import { manyContracts } from "../helpers/batch-reports.ts";
import { withoutVariables } from "../helpers/environment.ts";

const CONTRACTS = manyContracts(3);
const EVENTS: readonly BatchEvent[] = [
  {
    type: "batch",
    records: ["deployments.yaml"],
    contracts: CONTRACTS.map(({ target }, index) => ({ name: `Contract${index}`, address: target.input })),
    passedOver: [],
    shard: null,
    concurrency: 2,
  },
  { type: "started", index: 0, contract: { name: "Contract0", address: "0x" } },
  { type: "started", index: 1, contract: { name: "Contract1", address: "0x" } },
  ...CONTRACTS.slice(0, 1).map((report) => ({ type: "ended", index: 0, report }) as const),
];

describe("hardhat - the screen of a run over deployments", () => {
  // The environment may force colours or disable the live list.
  withoutVariables("CI", "TERM", "FORCE_COLOR", "NO_COLOR");

  it("should write plain lines if it is no terminal", async () => assert.equal(await shown(false), plain()));

  it("should write plain lines to a terminal without a size or cursor control", async () => {
    assert.equal(await shown(true, 0), plain());
    process.env.TERM = "dumb";
    assert.equal(await shown(true), plain());
  });

  it("should leave no contract's line on a terminal, because a table follows", async () => {
    const written = await shown(true);
    assert.include(written, "0/3 done");
    assert.notInclude(stripVTControlCharacters(written), "✔ [1/3]");
  });

  it("should neither handle Ctrl-C, which the run does, nor hide the cursor", async () => {
    const before = process.listenerCount("SIGINT");
    assert.notInclude(await shown(true), "\u001b[?25l");
    assert.equal(process.listenerCount("SIGINT"), before);
  });

  it("should throw an error from a frame at the next event", async () => {
    const { screen } = screenThat(true);
    const events = await createBatchScreen(screen);
    const [first = assert.fail(), second = assert.fail()] = EVENTS;
    events.show(first);
    let isBroken = true;
    const rows = () => {
      if (isBroken) throw new RangeError("no rows");
      return 24;
    };
    Object.defineProperty(screen, "rows", { get: rows });
    await sleep(250);
    isBroken = false;
    assert.throws(() => events.show(second), "no rows");
    events[Symbol.dispose]();
  });
});

async function shown(isTTY: boolean, columns?: number): Promise<string> {
  const { screen, written } = screenThat(isTTY, columns);
  {
    using events = await createBatchScreen(screen);
    for (const event of EVENTS) events.show(event);
  }
  return written();
}

function plain(): string {
  const [contract = assert.fail()] = CONTRACTS;
  return `3 contracts from deployments.yaml, 2 at once\n✔ [1/3] Contract0  ${contract.target.input}  verified, exact match  9.4 s\n`;
}

function screenThat(isTTY: boolean, columns = 80) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns, rows: 24 });
  return {
    screen: stream as unknown as NodeJS.WriteStream,
    written: () => String(stream.read() ?? ""),
  };
}
