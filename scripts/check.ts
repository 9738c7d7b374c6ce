// Runs all checks except the tests. The steps run in parallel, and only failed steps show their output.
import { spawn } from "node:child_process";

const STEPS: Readonly<Record<string, string>> = {
  types: "tsc -p tsconfig.json",
  "lint and format": "biome ci --error-on-warnings --colors=off --max-diagnostics=50",
  "unused code": "knip --no-progress --no-config-hints",
  layers: "node scripts/layers.ts",
  english: "node scripts/english.ts",
  "generated files": "node scripts/generate.ts --check",
  "committed files": "node scripts/committed-files.ts",
  "lock file": "node scripts/lock-platforms.ts --check",
  "package exports": "node scripts/package-exports.ts",
};

const results = Object.entries(STEPS).map(([name, command]) => ({ name, result: run(command) }));
for (const { name, result } of results) {
  const { ok, seconds, output } = await result;
  console.log(`${ok ? "ok    " : "failed"}  ${name.padEnd(16)} ${seconds.toFixed(1).padStart(5)} s`);
  if (ok) continue;
  console.log(output.trim());
  process.exitCode = 1;
}

async function run(command: string): Promise<{ ok: boolean; seconds: number; output: string }> {
  const start = performance.now();
  const child = spawn(command, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { ok: code === 0, seconds: (performance.now() - start) / 1000, output };
}
