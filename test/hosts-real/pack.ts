import { mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { run } from "../build-fixtures/run.ts";
import { CHECKOUT, SCRATCH } from "./scratch.ts";

interface Packed {
  readonly filename: string;
  readonly shasum: string;
}

/** @returns Absolute path. The name depends on the content, so npm can't reuse an older file. */
export async function packTarball(): Promise<string> {
  const folder = join(SCRATCH, "packed");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await run(process.execPath, ["scripts/declarations.ts"], CHECKOUT);
  const pack = ["pack", "--json", "--ignore-scripts", "--loglevel=error", `--pack-destination=${folder}`];
  const [packed] = JSON.parse(await run("npm", pack, CHECKOUT)) as readonly Packed[];
  const [file] = readdirSync(folder);
  if (packed === undefined || file === undefined) throw new Error("npm packed nothing.");
  const named = join(folder, file.replace(/\.tgz$/, `-${packed.shasum.slice(0, 12)}.tgz`));
  renameSync(join(folder, file), named);
  return named;
}
