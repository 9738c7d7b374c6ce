import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { compile } from "../../../src/internal/solidity/compilers/compile.ts";
import { WorkerProcess } from "../../../src/internal/solidity/compilers/worker-process.ts";
import { type TemporaryFolder, temporaryFolder } from "../../helpers/build-files.ts";
import { COMPILER_VERSION } from "../../helpers/compile.ts";
import { countProcesses } from "../../helpers/solidity/count-processes.ts";
import {
  compilingPid,
  type FaultyCompiler,
  faultySoljson,
  hangingExecutable,
  isRunning,
  untilEnded,
} from "../../helpers/solidity/faulty-compiler.ts";
import type { Script, WorkerReport } from "../../helpers/solidity/scripted-worker.ts";

const WORKER = new URL("../../helpers/solidity/scripted-worker.ts", import.meta.url);
const INPUT = JSON.stringify({
  language: "Solidity",
  sources: { "A.sol": { content: "contract A {}" } },
  settings: { outputSelection: { "*": { "*": ["evm.bytecode.object"] } } },
});

const compileBy = ({ path }: FaultyCompiler, signal = new AbortController().signal) =>
  compile({ compilers: [{ path }], longVersion: COMPILER_VERSION, input: INPUT }, signal);

const reasonOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("It did not fail."),
    (reason: unknown) => reason,
  );

describe("solidity - a compiler's process", () => {
  it("should be replaced once if it dies of SIGABRT during a compilation", async () => {
    await using folder = await temporaryFolder();
    const compiler = await faultySoljson(folder, { kind: "dies", signal: "SIGABRT", times: 1 });
    const result = await compileBy(compiler);
    assert(result.kind === "output");
    assert.match(result.output, /"object":"6/);
    assert.equal(new Set(await compiler.pids()).size, 2);
  });

  it("should not be replaced again if the second one dies too, here of SIGKILL", async () => {
    await using folder = await temporaryFolder();
    const compiler = await faultySoljson(folder, { kind: "dies", signal: "SIGKILL", times: 2 });
    const result = await compileBy(compiler);
    assert(result.kind === "failed");
    assert.include(result.reason, "SIGKILL");
    assert.lengthOf(await compiler.pids(), 2);
  });

  const HANGING: readonly [string, (folder: TemporaryFolder) => Promise<FaultyCompiler>][] = [
    ["a soljson.js", (folder) => faultySoljson(folder, { kind: "hangs" })],
    ["an executable", hangingExecutable],
  ];
  for (const [what, makeCompiler] of HANGING) {
    it(`should end at the deadline while ${what} compiles`, async function () {
      if (process.platform === "win32") this.skip();
      await using folder = await temporaryFolder();
      const compiler = await makeCompiler(folder);
      const deadline = new AbortController();
      const reason = reasonOf(compileBy(compiler, deadline.signal));
      const pid = await compilingPid(compiler);
      deadline.abort(new Error("The time is up."));
      assert.equal(String(await reason), "Error: The time is up.");
      await untilEnded(pid);
      assert.lengthOf(await compiler.pids(), 1);
    });

    it(`should end if its parent is killed while ${what} compiles`, async function () {
      if (process.platform === "win32") this.skip();
      await using folder = await temporaryFolder();
      const compiler = await makeCompiler(folder);
      const script = fileURLToPath(new URL("../../helpers/solidity/compile-forever.ts", import.meta.url));
      const parent = spawn(process.execPath, [script, compiler.path], { stdio: "ignore" });
      const pid = await compilingPid(compiler);
      assert.isTrue(await isRunning(pid));
      const closed = once(parent, "close");
      parent.kill("SIGKILL");
      await closed;
      try {
        await untilEnded(pid, AbortSignal.timeout(30_000));
      } finally {
        if (await isRunning(pid)) process.kill(pid, "SIGKILL");
      }
    });
  }

  it("should receive and return 60 MiB of text", async () => {
    await using worker = new WorkerProcess<Script, string>(WORKER);
    // Each character takes two bytes in memory and three in UTF-8.
    const answer = "合约".repeat(15 * 1024 * 1024);
    assert.isTrue((await worker.ask({ do: "answer", answer })) === answer);
  });

  for (const script of [
    { do: "throw", message: "It is broken." },
    { do: "throw-aside", message: "It is broken." },
    { do: "exit", code: 3 },
  ] as const)
    it(`should not be replaced if it ends by itself (${script.do})`, async () => {
      await using worker = new WorkerProcess<Script, never>(WORKER);
      const started = await countProcesses("scripted-worker", async () => {
        const error = await reasonOf(worker.ask(script));
        assert.include(String(error), "message" in script ? script.message : "exit code 3");
      });
      assert.equal(started, 1);
    });

  it("should reject a pending request when it is ended", async () => {
    const worker = new WorkerProcess<Script, WorkerReport>(WORKER);
    const { pid } = await worker.ask({ do: "report" });
    const error = reasonOf(worker.ask({ do: "throw-aside", message: "too late" }));
    await worker[Symbol.asyncDispose]();
    assert.instanceOf(await error, Error);
    assert.isFalse(await isRunning(pid));
  });

  it("should inherit its parent's options without the inspector", async () => {
    const before = process.env.NODE_OPTIONS;
    process.env.NODE_OPTIONS = "--inspect=127.0.0.1:0 --max-old-space-size=3000";
    try {
      await using worker = new WorkerProcess<Script, WorkerReport>(WORKER);
      const { nodeOptions, execArgv } = await worker.ask({ do: "report" });
      assert.equal(nodeOptions?.trim(), "--max-old-space-size=3000");
      assert.deepEqual(execArgv, []);
    } finally {
      if (before === undefined) delete process.env.NODE_OPTIONS;
      else process.env.NODE_OPTIONS = before;
    }
  });
});
