// Changes the program in small ways, one at a time, and looks whether the tests of the changed file's room notice.
//
//   npm run mutate                                       40 mutants of all rooms
//   npm run mutate -- --seed 7 --count 10 bytecode text  of some
//
// By hand, not in CI. The last line is JSON: the survivors are places to look at, not verdicts.
import { spawn } from "node:child_process";
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Mutation, mutationsOf } from "./mutate/mutations.ts";

/** The tests of a room may take so many times what they take without a mutation, before they count as hung. */
const PATIENCE = 5;
const LEAST_LIMIT_MS = 60_000;
const COPIED = ["src", "dist", "test", "schemas", "scripts", "docs", "demo", "fixture-projects"];
/** So that a test finds Hardhat where a checkout has it. */
const LINKED = ["node_modules"];
const COPIED_FILES = ["package.json", ".mocharc.cjs", "tsconfig.json", "README.md", "CHANGELOG.md"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, count: { type: "string", default: "40" } },
});
const random = mulberry32(Number(values.seed));
const copy = path.resolve(".tmp", "mutate");

const rooms = positionals.length > 0 ? positionals : testedRooms();
const places = rooms.flatMap((room) =>
  globSync(`src/internal/${room}/**/*.ts`)
    .map((file) => file.replaceAll("\\", "/"))
    .sort()
    .flatMap((file) =>
      mutationsOf(file, readFileSync(file, "utf8")).map((mutation) => ({ room, file, mutation })),
    ),
);
console.log(`${places.length} places in ${rooms.length} rooms, seed ${values.seed}`);
makeCopy();
const usual = new Map<string, number>();
const survivors: string[] = [];
let tried = 0;
while (tried < Number(values.count) && places.length > 0) {
  const [place] = places.splice(Math.floor(random() * places.length), 1);
  if (place === undefined) break;
  if (!usual.has(place.room)) usual.set(place.room, await usualMs(place.room));
  const limitMs = Math.max(LEAST_LIMIT_MS, PATIENCE * (usual.get(place.room) ?? 0));
  const isKilled = !(await withMutation(place.file, place.mutation, () => testsPass(place.room, limitMs)));
  tried += 1;
  const { line, before, after } = place.mutation;
  const said = `${place.file}:${line}  ${oneLine(before)} → ${oneLine(after)}`;
  console.log(`${String(tried).padStart(3)} ${isKilled ? "killed  " : "SURVIVED"} ${said}`);
  if (!isKilled) survivors.push(said);
}
rmSync(copy, { recursive: true, force: true });
const killed = tried - survivors.length;
console.log(JSON.stringify({ mutants: tried, killed, seed: Number(values.seed), survivors }));

function testedRooms(): readonly string[] {
  return globSync("src/internal/*/")
    .map((folder) => path.basename(folder))
    .filter((room) => globSync(`test/${room}/**/*.test.ts`).length > 0)
    .sort();
}

function makeCopy(): void {
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of COPIED) cpSync(name, path.join(copy, name), { recursive: true, verbatimSymlinks: true });
  for (const name of COPIED_FILES) cpSync(name, path.join(copy, name));
  for (const name of LINKED) symlinkSync(path.resolve(name), path.join(copy, name), "junction");
}

async function withMutation<T>(file: string, mutation: Mutation, work: () => Promise<T>): Promise<T> {
  const target = path.join(copy, file);
  const source = readFileSync(file, "utf8");
  writeFileSync(target, source.slice(0, mutation.start) + mutation.after + source.slice(mutation.end));
  try {
    return await work();
  } finally {
    writeFileSync(target, source);
  }
}

async function usualMs(room: string): Promise<number> {
  const start = performance.now();
  if (!(await testsPass(room, 600_000))) throw new Error(`The tests of ${room} fail without any mutation.`);
  return performance.now() - start;
}

/** Whether the tests of a room pass in time. */
function testsPass(room: string, limitMs: number): Promise<boolean> {
  const child = spawn("mocha", ["--bail", "--reporter=dot", `test/${room}/**/*.test.ts`], {
    cwd: copy,
    stdio: "ignore",
    detached: true,
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, limitMs);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });
}

function oneLine(text: string): string {
  const short = text.replaceAll(/\s+/g, " ");
  return short.length > 60 ? `${short.slice(0, 59)}…` : short;
}

/** A small generator of numbers from 0 to 1 that gives the same ones for the same seed. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
