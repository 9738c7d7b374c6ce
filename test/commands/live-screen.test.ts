import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { assert } from "chai";
import { createBatchScreen } from "../../src/internal/commands/live-screen.ts";
import type { BatchEvent } from "../../src/internal/report/progress.ts";
import { begun, endedAt, linesOf, startedAt } from "../helpers/batch-events.ts";
import { manyContracts } from "../helpers/batch-reports.ts";
import { withoutVariables } from "../helpers/environment.ts";

const CONTRACTS = manyContracts(3);
const ENDED = endedAt({ contracts: CONTRACTS }, 0);
const EVENTS: readonly BatchEvent[] = [begun(CONTRACTS), startedAt(0), startedAt(1), ENDED];
const PLAIN = `${linesOf(EVENTS).join("\n")}\n`;

describe("hardhat - the screen of a run over deployments", () => {
  // The environment may force colors or disable the live list.
  withoutVariables("CI", "TERM", "FORCE_COLOR", "NO_COLOR");

  it("should write plain lines if it is no terminal", async () => assert.equal(await shown(false), PLAIN));

  it("should write plain lines to a terminal without a size or cursor control", async () => {
    assert.equal(await shown(true, 0), PLAIN);
    process.env.TERM = "dumb";
    assert.equal(await shown(true), PLAIN);
  });

  it("should leave no contract's line on a terminal, because a table follows", async () => {
    const before = process.listenerCount("SIGINT");
    const written = await shown(true);
    assert.include(written, "0/3 done");
    assert.notInclude(stripVTControlCharacters(written), "✔ [1/3]");
    assert.notInclude(written, "\u001b[?25l", "a hidden cursor");
    assert.equal(process.listenerCount("SIGINT"), before, "the run handles Ctrl-C");
  });

  it("should throw an error from a frame at the next event", async () => {
    const { screen } = screenThat(true);
    const events = await createBatchScreen(screen);
    const [first = assert.fail(), second = assert.fail()] = EVENTS;
    events.show(first);
    const fail = () => {
      throw new RangeError("no rows");
    };
    Object.defineProperty(screen, "rows", { get: fail, configurable: true });
    await sleep(250);
    Object.defineProperty(screen, "rows", { value: 24 });
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

function screenThat(isTTY: boolean, columns = 80) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns, rows: 24 });
  return { screen: stream as unknown as NodeJS.WriteStream, written: () => String(stream.read() ?? "") };
}
