import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { writeSync } from "node:fs";

/**
 * The variable's value. In CI, otherwise a number derived from the commit, so that a commit repeats its cases;
 * elsewhere the time.
 */
export function seedOf(name: string): number {
  return natural(name) ?? (isCi() ? ofCommit(name, 2 ** 31) : Date.now() % 2 ** 31);
}

/**
 * The variable's part, such as `7/10`. In CI, otherwise a part derived from the commit; elsewhere undefined for the
 * whole suite.
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

/** Each n-th item, or the whole list without a part. */
export function inPart<T>(list: readonly T[], part: string | undefined): readonly T[] {
  const [own, parts] = part?.split("/").map(Number) ?? [];
  if (own === undefined || parts === undefined) return list;
  return list.filter((_, index) => index % parts === own - 1);
}

/** @throws Error unless the variable is a natural number */
export function natural(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Error(`${name} has to be a number, not ${text}`);
  return Number(text);
}

export function sayChosen(
  suite: string,
  chosen: Readonly<Record<string, string | number | undefined>>,
): void {
  const set = Object.entries(chosen).filter(([, value]) => value !== undefined);
  const command = [...set.map(([name, value]) => `${name}=${value}`), `npm run ${suite}`].join(" ");
  process.stdout.write(`  to repeat this run: ${command}\n`);
}

/** Prints a suite's figures as JSON in the last line of stdout, after mocha's own output. */
export function printAtExit(figures: () => object): void {
  process.once("exit", () => writeSync(process.stdout.fd, `${JSON.stringify(figures())}\n`));
}

/** `CI` is set by .ci/run and by CI servers. */
export function isCi(): boolean {
  return (process.env.CI ?? "") !== "";
}

function ofCommit(name: string, below: number): number {
  const digest = createHash("sha256").update(`${name} ${commit()}`).digest();
  return digest.readUInt32BE() % below;
}

function commit(): string {
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  return stdout?.trim() ?? "";
}
