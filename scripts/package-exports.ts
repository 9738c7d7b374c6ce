// Packs the package as for publication, and checks it with publint and attw from a user's perspective.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";

mkdirSync(".tmp", { recursive: true });
const folder = mkdtempSync(".tmp/package-");
try {
  run("node", "scripts/run.mjs", "node", "scripts/declarations.ts");
  // npm prints the file name on its last line.
  const packed = run("npm", "pack", "--ignore-scripts", "--loglevel=error", `--pack-destination=${folder}`);
  const file = `${folder}/${packed.trim().split("\n").at(-1)}`;
  run("publint", "run", file, "--strict");
  const plain = ["--no-emoji", "--no-color"];
  run("attw", file, "--profile", "esm-only", "--exclude-entrypoints", "./hardhat2", ...plain);
  // Hardhat 2 projects are CommonJS and may use any module resolution.
  run("attw", file, "--entrypoints", "./hardhat2", ...plain);
} finally {
  rmSync(folder, { recursive: true });
}

function run(command: string, ...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { encoding: "utf8" });
  if (status === 0) return stdout;
  console.log(`${command} ${parameters.join(" ")}\n${stdout}${stderr}`);
  process.exitCode = 1;
  return stdout;
}
