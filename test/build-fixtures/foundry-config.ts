import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { foundryBinary } from "./anvil.ts";
import { installed } from "./workshop.ts";

const FORGE = "@foundry-rs/forge@1.7.1";
const WRITTEN = join(import.meta.dirname, "..", "..", "test", "fixtures", "foundry-config.json");

/** Paths are relative to the project. */
interface Case {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** @default the project's folder */
  readonly folder?: string;
}

/** Asks forge again about each case of the file. A new case is an entry without an answer. */
export async function foundryConfig(): Promise<void> {
  const forge = foundryBinary(await installed("foundry-config", [FORGE]), "forge");
  const cases: readonly Case[] = JSON.parse(readFileSync(WRITTEN, "utf8"));
  const recorded = [];
  for (const each of cases) recorded.push({ ...each, forge: await ask(forge, each) });
  writeFileSync(WRITTEN, `${JSON.stringify(recorded, null, 2)}\n`);
}

async function ask(forge: string, { files, environment = {}, folder = "." }: Case): Promise<object> {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "foundry-config-"));
  try {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
    const env = {
      HOME: join(root, "home"),
      USERPROFILE: join(root, "home"),
      FOUNDRY_OFFLINE: "true",
      ...environment,
    };
    const options = { cwd: join(root, folder), env };
    const { stdout } = await promisify(execFile)(forge, ["config", "--json"], options);
    const { src, out, broadcast } = JSON.parse(stdout);
    return { src, out, broadcast };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
