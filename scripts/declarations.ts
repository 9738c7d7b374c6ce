// Writes to dist/ the declarations that an importer of the package can reach, and no others. `npm pack` runs it.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";

const DIST = "dist";

mkdirSync(".tmp", { recursive: true });
const all = mkdtempSync(".tmp/declarations-");
try {
  const { status } = spawnSync("tsc", ["-p", "tsconfig.build.json", "--outDir", all], { stdio: "inherit" });
  if (status !== 0) throw new Error("tsc failed; its messages are above.");
  for (const file of reachable(all)) cpSync(path.join(all, file), path.join(DIST, file));
} finally {
  rmSync(all, { recursive: true });
}

/** The files below a folder that the package's exports reach, the exported ones included. */
function reachable(folder: string): ReadonlySet<string> {
  const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as { exports: Record<string, string> };
  const isModule = (file: string): boolean => file.endsWith(".js");
  const found = new Set(
    Object.values(exports)
      .filter(isModule)
      .map((file) => path.relative(DIST, file).replace(/\.js$/, ".d.ts")),
  );
  // A set is walked in the order of adding, with what is added on the way.
  for (const file of found) {
    for (const specifier of importsOf(path.join(folder, file))) {
      if (specifier.startsWith("."))
        found.add(path.join(path.dirname(file), specifier.replace(/\.[jt]s$/, ".d.ts")));
    }
  }
  return found;
}

function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, "utf8");
  const { module } = parseSync(file, text);
  const fromTypes = [...text.matchAll(/\bimport\("([^"]+)"\)/g)].map(([, specifier]) => specifier ?? "");
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  );
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...reexports,
    ...fromTypes,
  ];
}
