/** @file Runs a command in the project, again while its exit code is 3, and says how it ended. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commandOf, repeatOf, reportPaths, WrongInput } from "./options.mjs";
import { wordsOf } from "./program.mjs";

const WRONG_USE = 2;
/** Can't tell: waiting may help. */
const WAIT = 3;

try {
  const wanted = commandOf(process.env);
  const { attempts, waitMs } = repeatOf(process.env);
  const reports = reportPaths(wanted.report);
  output("reports", reports.join("\n"));
  // actions/upload-artifact knows no working directory.
  const uploads = wanted.evidence === "" ? reports : [...reports, wanted.evidence];
  output("uploads", uploads.map((file) => resolve(file)).join("\n"));
  const words = wordsOf(wanted, process.env);
  let exitCode = await run(words);
  for (let attempt = 1; exitCode === WAIT && attempt < attempts; attempt++) {
    process.stdout.write(`Exit code 3: run ${attempt + 1} of ${attempts} starts in ${waitMs / 1000} s.\n`);
    await sleep(waitMs);
    exitCode = await run(words);
  }
  output("exit-code", String(exitCode));
  process.exitCode = exitCode;
} catch (error) {
  if (!(error instanceof WrongInput)) throw error;
  process.stderr.write(`${error.message}\n`);
  output("exit-code", String(WRONG_USE));
  process.exitCode = WRONG_USE;
}

/** No shell is between: every word arrives as it is. @param {readonly string[]} words */
async function run(words) {
  const child = spawn(process.execPath, words, { stdio: "inherit" });
  const [code] = await once(child, "close");
  return code ?? 1;
}

/** An output of several lines, with an end that no value has. @param {string} name @param {string} value */
function output(name, value) {
  const { GITHUB_OUTPUT: file } = process.env;
  if (file === undefined) return;
  const end = `end-${crypto.randomUUID()}`;
  appendFileSync(file, `${name}<<${end}\n${value}\n${end}\n`);
}
