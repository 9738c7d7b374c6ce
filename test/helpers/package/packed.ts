import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export interface PackedProject {
  readonly root: string;
  readonly bytes: number;
  readonly integrity: string;
  readonly files: readonly string[];
}

interface Packed {
  readonly filename: string;
  readonly shasum: string;
  readonly size: number;
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
}

let made: PackedProject | undefined;

export function packedProject(): PackedProject {
  made ??= makeProject();
  return made;
}

function makeProject(): PackedProject {
  // Node identifies modules by their real paths.
  const root = realpathSync(mkdtempSync(join(tmpdir(), "verify-contract-packed-")));
  process.on("exit", () => rmSync(root, { recursive: true }));
  const packed = pack(root);
  const own = join(root, "node_modules", "hardhat-verify-contract");
  mkdirSync(own, { recursive: true });
  execFileSync("tar", ["-xzf", join(root, packed.filename), "--strip-components=1", "-C", own]);
  for (const name of readdirSync("node_modules")) {
    if (name.startsWith(".") || name === "hardhat-verify-contract") continue;
    symlinkSync(resolve("node_modules", name), join(root, "node_modules", name), "junction");
  }
  writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  const { size: bytes, integrity, files } = packed;
  return { root, bytes, integrity, files: files.map(({ path }) => path) };
}

/** Packs the package into a tarball in the folder. */
export function pack(folder: string): Packed {
  execFileSync("node", ["scripts/declarations.ts"], { stdio: "pipe" });
  const options = ["--json", "--ignore-scripts", "--loglevel=error", `--pack-destination=${folder}`];
  const output = execFileSync("npm", ["pack", ...options], { encoding: "utf8" });
  const [packed] = JSON.parse(output) as readonly Packed[];
  if (packed === undefined) throw new Error("npm packed nothing.");
  return packed;
}
