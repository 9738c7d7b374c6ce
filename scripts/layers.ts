// Enforces the layer rule of ARCHITECTURE.md: imports only go down, never up or in circles, and pure rooms have no side
// effects.
import { globSync } from "node:fs";
import { matchesGlob } from "node:path";
import { circlesOf, shortestWay } from "./layers/circles.ts";
import { type Module, readModule } from "./layers/read-module.ts";
import { PURE, ROOMS, type Room, RULES, WALK } from "./layers/rooms.ts";

const modules = globSync("src/**/*.ts")
  .map((path) => path.replaceAll("\\", "/"))
  .sort()
  .map(readModule);
const violations = [
  ...modules.flatMap(upwardImports),
  ...modules.flatMap(forbiddenImports),
  ...modules.flatMap(impurities),
  ...circlesOf(modules).map((circle) => `${circle.join(" → ")} → ${circle[0]}: circular imports`),
  ...longWalk(),
];
for (const violation of violations) console.log(violation);
process.exitCode = violations.length === 0 ? 0 : 1;

function upwardImports({ file, imports }: Module): readonly string[] {
  const floor = floorOf(file);
  if (floor === undefined) return [`${file}: not in any room of scripts/layers/rooms.ts`];
  return imports.flatMap(({ target, line }) => {
    const other = target.startsWith("src/") ? floorOf(target) : undefined;
    if (other === undefined || other >= floor) return [];
    return [`${file}:${line} imports ${target}: imports must go down`];
  });
}

function forbiddenImports({ file, imports }: Module): readonly string[] {
  const rules = RULES.filter((rule) => matches(file, rule.inside) && !matches(file, rule.except ?? []));
  return imports.flatMap(({ target, line }) =>
    rules
      .filter((rule) => matches(target, rule.imports))
      .map((rule) => `${file}:${line} imports ${target}: ${rule.why}`),
  );
}

function impurities({ file, impurities }: Module): readonly string[] {
  const room = roomOf(file);
  if (!PURE.some((pure) => pure === room)) return [];
  return impurities.map(
    ({ what, line }) => `${file}:${line} uses ${what}: this room is pure, take it as a parameter`,
  );
}

function longWalk(): readonly string[] {
  const way = shortestWay(modules, WALK.from, WALK.to);
  if (way !== undefined && way.length <= WALK.mostFiles) return [];
  return [
    `${way?.join(" → ") ?? "no way"}: from the command to the first stage are at most ${WALK.mostFiles} files`,
  ];
}

/** The floor of a file, 0 for the entries and increasing downwards; undefined for a file outside all rooms. */
function floorOf(file: string): number | undefined {
  if (!file.startsWith("src/internal/")) return 0;
  const floor = ROOMS.indexOf(roomOf(file) as Room);
  return floor === -1 ? undefined : floor + 1;
}

function roomOf(file: string): Room | string | undefined {
  return file.split("/")[2]?.replace(/\.ts$/, "");
}

function matches(path: string, globs: readonly string[]): boolean {
  return globs.some((glob) => matchesGlob(path, glob));
}
