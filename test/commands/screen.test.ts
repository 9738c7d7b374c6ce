import { once } from "node:events";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { createProgressPrinter } from "../../src/internal/commands/progress-printer.ts";
import { createConfirm, getStyle } from "../../src/internal/commands/screen.ts";
import { withoutVariables } from "../helpers/environment.ts";

/** Longer than the interval at which a wait's line is redrawn. */
const A_WHILE_MS = 350;
const NEVER = new AbortController().signal;

type Terminal = PassThrough & NodeJS.WriteStream & NodeJS.ReadStream;

const terminal = (isTTY = true) =>
  Object.assign(new PassThrough(), { isTTY, columns: 80 }) as unknown as Terminal;

const written = (screen: Terminal): string => String(screen.read() ?? "");

describe("hardhat - a question at the terminal", () => {
  withoutVariables("CI", "TERM");

  it("should take y and yes as yes, and anything else or the end of the input as no", async () => {
    for (const [typed, isYes] of Object.entries({ y: true, Yes: true, "": false, sure: false, end: false })) {
      const input = terminal();
      const answer = createConfirm(terminal(), input)?.("Really?", NEVER);
      if (typed === "end") input.end();
      else input.write(`${typed}\n`);
      assert.equal(await answer, isYes, typed);
    }
  });

  it("should end when the signal aborts", async () => {
    const controller = new AbortController();
    const answer = createConfirm(terminal(), terminal())?.("Really?", controller.signal);
    controller.abort();
    assert.propertyVal(await answer?.catch((error: unknown) => error), "name", "AbortError");
  });

  it("should not be asked in CI, or without a terminal for input or output", () => {
    assert.isUndefined(createConfirm(terminal(false), terminal()));
    assert.isUndefined(createConfirm(terminal(), terminal(false)));
    process.env.CI = "true";
    assert.isUndefined(createConfirm(terminal(), terminal()));
  });

  it("should keep its line until the run continues", async () => {
    const screen = terminal();
    using printer = createProgressPrinter(screen);
    printer.show({ type: "not-as-deployed", isAsked: true });
    await once(screen, "readable");
    written(screen);
    await sleep(A_WHILE_MS);
    assert.equal(written(screen), "");
    printer.show({ type: "reading-record" });
    await sleep(A_WHILE_MS);
    assert.notEqual(written(screen), "");
  });
});

describe("hardhat - colors", () => {
  withoutVariables("FORCE_COLOR");

  const painted = (): boolean => getStyle(new PassThrough() as unknown as NodeJS.WriteStream).ok("x") !== "x";

  it("should appear in a pipe only if they are forced", () => {
    assert.isFalse(painted());
    process.env.FORCE_COLOR = "1";
    assert.isTrue(painted());
    process.env.FORCE_COLOR = "0";
    assert.isFalse(painted());
  });
});
