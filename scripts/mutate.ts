// Makes small changes to the program, one at a time, and runs the tests of the changed file's room against each.
//
//   npm run mutate                                       40 mutants from all rooms
//   npm run mutate -- --seed 7 --count 10 bytecode text  10 mutants from these rooms
//   npm run mutate -- --kept cross-check                 this room's mutants in scripts/mutate/mutants.json
//   npm run mutate -- --draw cross-check bytecode        draws --count mutants per room and saves them there
//
// Run by hand, not in CI. The last line is JSON. Survivors are hints, not verdicts. A saved mutant whose lines have
// left its room counts as gone and doesn't run.
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type Mutation, mutationsOf } from "./mutate/mutations.ts";

/** A room's tests count as hung after this many times their usual duration. */
const PATIENCE = 3;
const LEAST_LIMIT_MS = 60_000;
const COPIED = ["src", "dist", "test", "schemas", "scripts", "docs", "demo", "fixture-projects"];
/** Tests expect to find Hardhat in the checkout. */
const LINKED = ["node_modules"];
const COPIED_FILES = [
  "package.json",
  "package-lock.json",
  ".mocharc.cjs",
  "tsconfig.json",
  "README.md",
  "CHANGELOG.md",
];

/** A saved mutant: whole lines before and after. The lines before occur once in their file. */
interface Mutant {
  readonly room: string;
  readonly file: string;
  readonly before: string;
  readonly after: string;
}
const KEPT = "scripts/mutate/mutants.json";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: "40" },
    kept: { type: "boolean", default: false },
    draw: { type: "boolean", default: false },
  },
});
const random = mulberry32(Number(values.seed));
const copy = path.resolve(".tmp", "mutate");
const rooms = positionals.length > 0 ? positionals : testedRooms();

if (values.draw) {
  const all = [
    ...keptMutants().filter(({ room }) => !rooms.includes(room)),
    ...rooms.flatMap((room) => draw([room])),
  ];
  writeFileSync(KEPT, `${JSON.stringify(all, undefined, 2)}\n`);
} else {
  await runAll(values.kept ? keptMutants().filter(({ room }) => rooms.includes(room)) : draw(rooms));
}

function keptMutants(): readonly Mutant[] {
  return existsSync(KEPT) ? (JSON.parse(readFileSync(KEPT, "utf8")) as readonly Mutant[]) : [];
}

function draw(rooms: readonly string[]): readonly Mutant[] {
  const places = rooms.flatMap((room) =>
    globSync(`src/internal/${room}/**/*.ts`)
      .map((file) => file.replaceAll("\\", "/"))
      .sort()
      .flatMap((file) => {
        const source = readFileSync(file, "utf8");
        return mutationsOf(file, source).map((mutation) => ({ room, file, source, mutation }));
      }),
  );
  console.log(`${places.length} places in ${rooms.join(", ")}, seed ${values.seed}`);
  const drawn: Mutant[] = [];
  while (drawn.length < Number(values.count) && places.length > 0) {
    const [place] = places.splice(Math.floor(random() * places.length), 1);
    if (place !== undefined) drawn.push(mutantOf(place));
  }
  return drawn;
}

/** Adds preceding lines to the mutated one until they are unique in the file. */
function mutantOf(place: {
  readonly room: string;
  readonly file: string;
  readonly source: string;
  readonly mutation: Mutation;
}): Mutant {
  const { room, file, source, mutation } = place;
  const lineEnd = source.indexOf("\n", mutation.end);
  let start = source.lastIndexOf("\n", mutation.start - 1) + 1;
  while (start > 0 && source.split(source.slice(start, lineEnd)).length > 2)
    start = source.lastIndexOf("\n", start - 2) + 1;
  return {
    ...{ room, file, before: source.slice(start, lineEnd) },
    after: source.slice(start, mutation.start) + mutation.after + source.slice(mutation.end, lineEnd),
  };
}

async function runAll(mutants: readonly Mutant[]): Promise<void> {
  makeCopy();
  const usual = new Map<string, number>();
  const survivors: string[] = [];
  let killed = 0;
  let gone = 0;
  for (const mutant of mutants) {
    const { room } = mutant;
    const file = fileWith(mutant);
    if (!usual.has(room)) usual.set(room, await usualMs(room));
    const limitMs = Math.max(LEAST_LIMIT_MS, PATIENCE * (usual.get(room) ?? 0));
    const isGone = file === undefined;
    const isKilled = !isGone && (await withMutant({ ...mutant, file }, () => isNoticed(file, room, limitMs)));
    const said = `${file ?? mutant.file}  ${changeOf(mutant)}`;
    console.log(`${isGone ? "gone    " : isKilled ? "killed  " : "SURVIVED"} ${said}`);
    if (isGone) gone += 1;
    else if (isKilled) killed += 1;
    else survivors.push(said);
  }
  rmSync(copy, { recursive: true, force: true });
  console.log(
    JSON.stringify({ mutants: mutants.length, killed, gone, seed: Number(values.seed), survivors }),
  );
}

/** The mutant's file, or the file in the same room that its lines moved to. */
function fileWith({ file, room, before }: Mutant): string | undefined {
  const all = [file, ...globSync(`src/internal/${room}/**/*.ts`)].filter((each) => existsSync(each));
  return all.find((each) => readFileSync(each, "utf8").split(before).length === 2)?.replaceAll("\\", "/");
}

/** The first differing line, before and after. */
function changeOf({ before, after }: Mutant): string {
  const [old, now] = [before.split("\n"), after.split("\n")];
  const at = old.findIndex((line, index) => line !== now[index]);
  return `${oneLine(old[at] ?? "")} → ${oneLine(now[at] ?? "")}`;
}

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

async function withMutant<T>({ file, before, after }: Mutant, work: () => Promise<T>): Promise<T> {
  const target = path.join(copy, file);
  const source = readFileSync(file, "utf8");
  writeFileSync(
    target,
    source.replace(before, () => after),
  );
  try {
    return await work();
  } finally {
    writeFileSync(target, source);
  }
}

async function usualMs(room: string): Promise<number> {
  const start = performance.now();
  if (!(await testsPass(testsOf(room), 600_000)))
    throw new Error(`The tests of ${room} fail without any mutation.`);
  return performance.now() - start;
}

/** Runs the closest tests first, because a whole room takes long if nothing fails. */
async function isNoticed(file: string, room: string, limitMs: number): Promise<boolean> {
  const own = file.replace("src/internal/", "test/").replace(/\.ts$/, ".test.ts");
  if (existsSync(own) && !(await testsPass(own, limitMs))) return true;
  return !(await testsPass(testsOf(room), limitMs));
}

function testsOf(room: string): string {
  return `test/${room}/**/*.test.ts`;
}

/** True if the tests pass in time. */
function testsPass(pattern: string, limitMs: number): Promise<boolean> {
  const child = spawn("mocha", ["--bail", "--reporter=dot", pattern], {
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
  const short = text.replaceAll(/\s+/g, " ").trim();
  return short.length > 100 ? `${short.slice(0, 99)}…` : short;
}

/** A small seeded generator of numbers from 0 to 1. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
