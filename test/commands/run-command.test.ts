import { assert } from "chai";
import { runCommand } from "../../src/internal/commands/run-command.ts";
import { type ErrorCode, VerifyContractError } from "../../src/internal/errors/problem.ts";
import { PLAIN_WORDS } from "../../src/internal/hosts/cli/words.ts";

const HOST = { words: PLAIN_WORDS, userConfig: {}, explains: () => false, ownsProcess: () => false };

async function exitCodeAfter(code: ErrorCode): Promise<typeof process.exitCode> {
  const { exitCode, stderr } = process;
  const { write } = stderr;
  stderr.write = () => true;
  try {
    await runCommand(HOST, () => Promise.reject(new VerifyContractError(code)));
    return process.exitCode;
  } finally {
    stderr.write = write;
    process.exitCode = exitCode;
  }
}

describe("commands - a command that ends with an error", () => {
  for (const [code, exitCode] of [
    ["VC101", 2],
    ["VC302", 3],
    ["VC805", 1],
  ] as const)
    it(`should exit with ${exitCode} after ${code}, like its report`, async () => {
      assert.equal(await exitCodeAfter(code), exitCode);
    });
});
