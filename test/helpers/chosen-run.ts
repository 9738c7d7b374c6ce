import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";

/**
 * The seed of a suite: the environment variable, or in CI a number derived from the commit, otherwise the time. CI thus
 * tries a new seed with each commit, and the same seed when a commit runs again.
 */
export function seedOf(name: string): number {
  return natural(name) ?? (isCi() ? ofCommit(name, 2 ** 31) : Date.now() % 2 ** 31);
}

/**
 * The part of a suite to run, such as `7/10`: the environment variable, or in CI a part derived from the commit,
 * otherwise undefined for the whole suite.
 */
export function partOfRun(name: string, parts: number): string | undefined {
  const text = process.env[name];
  if (text === undefined && isCi()) return `${ofCommit(name, parts) + 1}/${parts}`;
  if (text === undefined) return undefined;
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (!(Number(part) >= 1 && Number(part) <= Number(of)))
    throw new Error(`${name} is "${text}", and has to be a part such as 1/${parts}.`);
  return text;
}

/** What of a list is in the part of a run: each n-th, or all of it without a part. */
export function inPart<T>(list: readonly T[], part: string | undefined): readonly T[] {
  const [own, parts] = part?.split("/").map(Number) ?? [];
  if (own === undefined || parts === undefined) return list;
  return list.filter((_, index) => index % parts === own - 1);
}

/**
 * Reads a natural number from an environment variable.
 *
 * @throws Error for any other value
 */
export function natural(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Error(`${name} has to be a number, not ${text}`);
  return Number(text);
}

/** Prints the command that repeats the chosen run. */
export function sayChosen(
  suite: string,
  chosen: Readonly<Record<string, string | number | undefined>>,
): void {
  const set = Object.entries(chosen).filter(([, value]) => value !== undefined);
  const command = [...set.map(([name, value]) => `${name}=${value}`), `npm run ${suite}`].join(" ");
  process.stdout.write(`  to repeat this run: ${command}\n`);
}

/** `CI` is set by .ci/run and by CI servers. */
export function isCi(): boolean {
  return (process.env.CI ?? "") !== "";
}

function ofCommit(name: string, below: number): number {
  const digest = createHash("sha256").update(`${name} ${commit()}`).digest();
  return digest.readUInt32BE() % below;
}

/** The current commit; empty in a copy without a repository. */
function commit(): string {
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  return stdout?.trim() ?? "";
}
