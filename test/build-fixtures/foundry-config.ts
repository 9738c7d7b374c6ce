import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { foundryBinary } from "./anvil.ts";
import { installed } from "./workshop.ts";

const FORGE = "@foundry-rs/forge@1.7.1";
const WRITTEN = join(import.meta.dirname, "..", "..", "test", "fixtures", "foundry-config.json");

/** Paths are relative to the project. */
interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** @default the project's folder */
  readonly folder?: string;
}

const PLAIN = '[profile.default]\nout = "o"\nbroadcast = "b"\n[profile.ci]\nout = "ci-out"\n';
const GLOBAL =
  '[profile.default]\nout = "g"\nbroadcast = "gb"\n[profile.ci]\nbroadcast = "gci"\n[profile.only]\nout = "go"\n';
const BASE = '[profile.default]\nout = "base-o"\nbroadcast = "base-b"\n[profile.ci]\nbroadcast = "base-ci"\n';

const CASES: Readonly<Record<string, Case>> = {
  "no settings": { files: { "foundry.toml": "" } },
  "the default profile": { files: { "foundry.toml": PLAIN } },
  "a profile inherits from default": {
    files: { "foundry.toml": PLAIN },
    environment: { FOUNDRY_PROFILE: "ci" },
  },
  "a profile in another case": { files: { "foundry.toml": PLAIN }, environment: { FOUNDRY_PROFILE: "CI" } },
  "an unknown profile": { files: { "foundry.toml": PLAIN }, environment: { FOUNDRY_PROFILE: "nope" } },
  "the environment before a profile": {
    files: { "foundry.toml": PLAIN },
    environment: { FOUNDRY_PROFILE: "ci", FOUNDRY_OUT: "e", FOUNDRY_SRC: "es", FOUNDRY_BROADCAST: "eb" },
  },
  "a .env file": { files: { "foundry.toml": PLAIN, ".env": "FOUNDRY_PROFILE=ci\nFOUNDRY_BROADCAST='eb'\n" } },
  "the environment before a .env file": {
    files: { "foundry.toml": PLAIN, ".env": "FOUNDRY_OUT=e\n" },
    environment: { FOUNDRY_OUT: "real" },
  },
  "a folder inside of the project": { files: { "foundry.toml": PLAIN, "a/b/x": "" }, folder: "a/b" },
  "a git checkout inside of the project": {
    files: { "foundry.toml": PLAIN, "a/.git/HEAD": "ref: refs/heads/main\n", "a/b/x": "" },
    folder: "a/b",
  },
  "a git worktree inside of the project": {
    files: { "foundry.toml": PLAIN, "a/.git": "gitdir: /nowhere\n", "a/b/x": "" },
    folder: "a/b",
  },
  "a project inside of a project": {
    files: { "foundry.toml": PLAIN, "a/foundry.toml": '[profile.default]\nsrc = "inner"\n' },
    folder: "a",
  },
  FOUNDRY_CONFIG: {
    files: { "foundry.toml": PLAIN, "other.toml": '[profile.default]\nout = "other"\n' },
    environment: { FOUNDRY_CONFIG: "other.toml" },
  },
  "the global file under the project's": {
    files: { "foundry.toml": PLAIN, "home/.foundry/foundry.toml": GLOBAL },
    environment: { FOUNDRY_PROFILE: "ci" },
  },
  "a profile of the global file": {
    files: { "foundry.toml": '[profile.default]\nbroadcast = "b"\n', "home/.foundry/foundry.toml": GLOBAL },
    environment: { FOUNDRY_PROFILE: "only" },
  },
  "a default profile that extends a file": {
    files: { "foundry.toml": '[profile.default]\nextends = "base.toml"\nout = "o"\n', "base.toml": BASE },
  },
  "a profile that extends a file": {
    files: {
      "foundry.toml": '[profile.default]\nsrc = "s"\n[profile.ci]\nextends = "base.toml"\nout = "ci-out"\n',
      "base.toml": BASE,
    },
    environment: { FOUNDRY_PROFILE: "ci" },
  },
  "a profile beside one that extends a file": {
    files: {
      "foundry.toml": '[profile.default]\nextends = "base.toml"\n[profile.ci]\nout = "ci-out"\n',
      "base.toml": BASE,
    },
    environment: { FOUNDRY_PROFILE: "ci" },
  },
};

export async function foundryConfig(): Promise<void> {
  const forge = foundryBinary(await installed("foundry-config", [FORGE]), "forge");
  const recorded = [];
  for (const [name, each] of Object.entries(CASES))
    recorded.push({ name, ...each, ...(await ask(forge, each)) });
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
    return { forge: { src, out, broadcast } };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
