// npm run test:explorers
//
// Runs the real command against loopback servers of three dialects, which give every known answer at every step.
//
// The last line of stdout is JSON: cells (runs of one contract on one explorer), shown (submitted, polled, read back and
// equal), wrong (the explorer contradicts the run, or the verdict changed), sentTwice, and leaked (the key left the run).

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import pLimit from "p-limit";
import type { ContractReport } from "../../src/report.ts";
import { printAtExit } from "../helpers/chosen-run.ts";
import {
  DIALECTS,
  type Dialect,
  FakeExplorer,
  type FakeOptions,
  ok,
  PLACES,
  type Source,
  times,
} from "../helpers/explorers/fake-explorer.ts";
import { type End, OTHER_ANSWERS } from "./answers.ts";
import { type Ended, type Stage, type StageOptions, setUp, startWorld, type World } from "./world.ts";

const AT_ONCE = 6;
const ALL_MS = 1_800_000;
/** A pattern of cells' names. @default all */
const ONLY = process.env.EXPLORERS_ONLY;

type ShownOn = NonNullable<ContractReport["explorers"]>[number];

interface Case extends StageOptions {
  readonly name: string;
  /** Index of the contract. */
  readonly subject: number;
  readonly end: End;
  /** @default exact */
  readonly match?: "exact" | "partial";
  readonly by?: ShownOn["by"];
  /** Accepted submissions. @default any */
  readonly taken?: number;
  /** Requests for the source. @default any */
  readonly questions?: number;
  /** @default one run to its end */
  readonly act?: (stage: Stage) => Promise<Ended>;
}

interface Cell {
  readonly isShown: boolean;
  readonly isWrong: boolean;
  readonly isSentTwice: boolean;
  readonly isLeaked: boolean;
  readonly problem?: string;
}

/** Each explorer's sources after an honest run. */
const honest = new Map<string, Source>();
let elsewhere: FakeExplorer;

/** Seconds. Long enough that a busy machine only waits for explorers. */
const WHILE_WAITING = ["--timeout", "25"];

const SUBJECTS = [
  ...["constructor arguments", "a linked library", "via-IR", "immutables", "another compiler"],
  ...["a factory's child", "a proxy", "a file with unicode"],
];
const HONEST: readonly Case[] = SUBJECTS.map((about, subject) => ({
  ...{ name: about, subject, end: "shown", by: "this-run" },
}));

const ODD_ANSWERS: readonly Case[] = OTHER_ANSWERS.flatMap(
  ({ name, answer, count, ends, requestTimeoutMs }, at) =>
    PLACES.map((place, of) => ({
      name: `${name || "silence"}, at the ${place}`,
      subject: (at + of) % SUBJECTS.length,
      end: ends[place],
      fakes: () => ({ faults: { [place]: times(count, answer) } }),
      ...(requestTimeoutMs === undefined ? {} : { requestTimeoutMs }),
      ...(ends[place] === "waiting" ? { words: WHILE_WAITING } : {}),
    })),
);

const has = (subject: number, change: (source: Source) => Source = (source) => source) => ({
  fakes: (dialect: Dialect): FakeOptions => {
    const source = honest.get(`${dialect} ${subject}`);
    if (source === undefined) throw new Error("The honest run of the contract failed.");
    return { shows: [change(source)] };
  },
});
const otherSource = (source: Source): Source => ({
  ...source,
  sourceCode: source.sourceCode.replace("Constructor arguments", "Other arguments"),
});

const SPECIAL: readonly Case[] = [
  { ...{ name: "there before", subject: 0, end: "shown", by: "before", taken: 0, questions: 1 }, ...has(0) },
  {
    ...{ name: "there before, with other sources", subject: 0, end: "shown", match: "partial", taken: 0 },
    ...has(0, otherSource),
  },
  {
    ...{ name: "a similar match before", subject: 0, end: "shown", by: "this-run" },
    fakes: (dialect) => ({
      faults: {
        source: times(1, () => {
          const { sourceCode = "" } = honest.get(`${dialect} 0`) ?? {};
          return ok([
            { SourceCode: `{${sourceCode}}`, ContractName: "Vault", SimilarMatch: `0x${"12".repeat(20)}` },
          ]);
        }),
      },
    }),
  },
  {
    ...{ name: "verified, and shown with other sources", subject: 0, end: "shown", match: "partial" },
    fakes: () => ({ stores: otherSource }),
  },
  {
    ...{ name: "verified, and shown with other arguments", subject: 0, end: "shown", match: "partial" },
    fakes: () => ({
      stores: (source) => ({ ...source, constructorArguments: `${source.constructorArguments}00` }),
    }),
  },
  {
    ...{ name: "verified, and shown with another library", subject: 1, end: "shown", match: "partial" },
    fakes: () => ({
      stores: (source) => ({
        ...source,
        sourceCode: source.sourceCode.replace(/"Sums":"0x..../, '"Sums":"0x1234'),
      }),
    }),
  },
  {
    ...{ name: "verified, and never shown", subject: 2, end: "waiting", words: WHILE_WAITING },
    fakes: () => ({ stores: () => undefined }),
  },
  {
    ...{ name: "never indexed", subject: 2, end: "waiting", words: WHILE_WAITING },
    fakes: () => ({
      faults: {
        submit: times(Number.POSITIVE_INFINITY, () => ({
          body: { status: "0", message: "NOTOK", result: "The address is not a smart contract" },
        })),
      },
    }),
  },
  {
    ...{ name: "pending for longer than the run, then run again", subject: 3, end: "shown" },
    ...{ by: "earlier-run", words: WHILE_WAITING },
    ...endedBetween((stage) => stage.start().ended),
  },
  {
    ...{ name: "killed in mid-job, then run again", subject: 4, end: "shown", by: "earlier-run" },
    ...endedBetween(async (stage) => {
      const { pid, ended } = stage.start();
      // The journal must contain the job: a run polls before the line reaches the disk.
      while (acceptedIn(stage.folder) < DIALECTS.length) await sleep(20);
      process.kill(pid, "SIGKILL");
      await ended;
    }),
  },
  {
    ...{ name: "a submission without an answer, then run again", subject: 5, end: "waiting", taken: 1 },
    ...{ requestTimeoutMs: 2_000, words: WHILE_WAITING },
    fakes: () => ({ faults: { submit: times(1, () => "silence") } }),
    act: async (stage) => {
      await stage.start().ended;
      return stage.start().ended;
    },
  },
  ...(["source", "submit", "status"] as const).map(
    (place): Case => ({
      ...{
        name: `a redirect to another host, at the ${place}`,
        subject: 6,
        end: place === "source" ? "refused" : "waiting",
      },
      ...{ words: WHILE_WAITING },
      fakes: () => ({ faults: { [place]: redirects } }),
    }),
  ),
];

/** The jobs end between two runs. */
function endedBetween(first: (stage: Stage) => Promise<unknown>): Pick<Case, "fakes" | "act"> {
  let isFirstOver = false;
  return {
    fakes: () => ({ haveEnded: () => isFirstOver }),
    act: async (stage) => {
      await first(stage);
      isFirstOver = true;
      return stage.start().ended;
    },
  };
}

/** Accepted submissions in a folder's journals. */
function acceptedIn(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".jsonl"),
  );
  const texts = files.map((file) => readFileSync(path.join(folder, file), "utf8"));
  return texts.join("").match(/"event":"accepted"/g)?.length ?? 0;
}

const redirects = times(Number.POSITIVE_INFINITY, () => ({
  status: 302,
  headers: { location: elsewhere.apiUrl },
  body: "",
}));

const cells = new Map<string, Cell>();
const isWanted = ({ name }: Case): boolean => ONLY === undefined || new RegExp(ONLY).test(name);
const CASES = [...ODD_ANSWERS, ...SPECIAL].filter(isWanted);

describe("explorers - every answer in every situation", () => {
  let world: World;

  before(async function () {
    this.timeout(ALL_MS);
    world = await startWorld();
    elsewhere = await FakeExplorer.start("etherscan");
    const limit = pLimit(AT_ONCE);
    // The other cases use their results.
    await Promise.all(HONEST.map((each) => limit(() => play(each, world))));
    await Promise.all(CASES.map((each) => limit(() => play(each, world))));
  });
  after(async () => {
    await elsewhere?.[Symbol.asyncDispose]();
    await world?.[Symbol.asyncDispose]();
    printAtExit(summary);
  });

  for (const dialect of DIALECTS) {
    describe(dialect, () => {
      for (const { name, end } of [...HONEST, ...CASES])
        it(`${name}: ${end}`, () => {
          const cell = cells.get(`${dialect}: ${name}`);
          assert.isDefined(cell, "It did not run.");
          assert.isUndefined(cell?.problem, cell?.problem);
        });
    });
  }

  it("should include each recorded answer", () => {
    const known = OTHER_ANSWERS.map(({ name }) => name.replace(/, with status 1$/, ""));
    const missing = recordedTexts().filter((text) => !known.some((name) => text.startsWith(name)));
    assert.isEmpty(missing);
  });

  it("should be shown often enough, never falsely, sent only once, and never with a key", function () {
    if (ONLY !== undefined) this.skip();
    const { cells: count, shown, wrong, sentTwice, leaked } = summary();
    assert.deepEqual({ wrong, sentTwice, leaked }, { wrong: 0, sentTwice: 0, leaked: 0 });
    assert.isAtLeast(count, 80);
    assert.isAtLeast(shown, 24);
    for (const dialect of DIALECTS) assert.isAtLeast(shownOf(dialect), 8, dialect);
    assert.isEmpty(elsewhere.asked, "another host was asked");
  });
});

async function play(each: Case, world: World): Promise<void> {
  const { subject: at, act = (stage: Stage) => stage.start().ended } = each;
  const subject = world.subjects[at];
  if (subject === undefined) throw new Error(`There is no contract ${at}.`);
  await using stage = await setUp(world, subject, each);
  const ended = await act(stage);
  for (const dialect of DIALECTS) {
    cells.set(`${dialect}: ${each.name}`, judge(each, stage, dialect, ended));
    const source = stage.fakes[dialect].shown(subject);
    if (HONEST.includes(each) && source !== undefined) honest.set(`${dialect} ${at}`, source);
  }
}

function judge(each: Case, stage: Stage, dialect: Dialect, { exitCode, contract, screen }: Ended): Cell {
  const fake = stage.fakes[dialect];
  const said = contract?.explorers?.find(({ explorer }) => explorer === dialect);
  const truth = fake.shown(stage.subject);
  const sent = fake.askedAt("submit").at(-1)?.all;
  const isEqual =
    truth !== undefined &&
    (sent === undefined ||
      (truth.sourceCode === sent.sourceCode && truth.constructorArguments === sent.constructorArguments));
  const saysShown = said?.state === "shown";
  const polledAtMs = fake.askedAt("status").at(-1)?.atMs;
  const readBack = fake.askedAt("source").some(({ atMs }) => polledAtMs !== undefined && atMs > polledAtMs);
  const isLeaked = stage.left.some((text) => text.includes(stage.keys[dialect]));
  const taken = fake.taken(stage.subject);
  const problems = [
    said?.state === each.end ? undefined : `it ended as ${said?.state}: ${said?.reason}`,
    each.end !== "shown" || said?.match === (each.match ?? "exact")
      ? undefined
      : `its match is ${said?.match}: ${JSON.stringify(said?.facts)}`,
    each.by === undefined || said?.by === each.by ? undefined : `it is by ${said?.by}`,
    each.end === "shown" || said?.reason !== undefined ? undefined : "it gives no reason",
    each.taken === undefined || taken === each.taken ? undefined : `${taken} submissions were taken`,
    each.questions === undefined || fake.askedAt("source").length === each.questions
      ? undefined
      : `${fake.askedAt("source").length} questions for the source`,
    exitCode === 0 ? undefined : `exit code ${exitCode}`,
  ].filter((problem) => problem !== undefined);
  const cell = {
    isShown: saysShown && said.match === "exact" && taken === 1 && isEqual && readBack,
    isWrong: exitCode !== 0 || (saysShown && truth === undefined) || (said?.match === "exact" && !isEqual),
    isSentTwice: taken > 1,
    isLeaked,
  };
  return problems.length === 0 ? cell : { ...cell, problem: `${problems.join("; ")}\n${screen}` };
}

function summary() {
  const all = [...cells.values()];
  const count = (is: (cell: Cell) => boolean): number => all.filter(is).length;
  return {
    suite: "explorers",
    cells: all.length,
    shown: count(({ isShown }) => isShown),
    wrong: count(({ isWrong }) => isWrong),
    sentTwice: count(({ isSentTwice }) => isSentTwice),
    leaked: count(({ isLeaked }) => isLeaked) + (elsewhere?.asked.length ?? 0),
  };
}

function shownOf(dialect: Dialect): number {
  return [...cells].filter(([name, { isShown }]) => isShown && name.startsWith(`${dialect}: `)).length;
}

const RECORDED = new URL("../fixtures/recorded/explorers/", import.meta.url);

/** Recorded texts, except those that every explorer of this suite sends anyway. */
function recordedTexts(): readonly string[] {
  const texts = readdirSync(RECORDED).flatMap((name) => {
    const { scenarios } = JSON.parse(readFileSync(new URL(name, RECORDED), "utf8")) as Recording;
    return Object.values(scenarios).flatMap(({ exchanges }) =>
      exchanges.map(({ answer: { status, body } }) =>
        typeof body === "string" ? `a page with status ${status}` : body.result,
      ),
    );
  });
  return [...new Set(texts)].filter((text): text is string => typeof text === "string" && !OWN.test(text));
}

/** Ids and ABIs. */
const OWN = /^(\w{50}|guid\d+|\[.*\])$/s;

interface Recording {
  readonly scenarios: Readonly<
    Record<
      string,
      {
        readonly exchanges: readonly {
          readonly answer: { readonly status: number; readonly body: string | { readonly result: unknown } };
        }[];
      }
    >
  >;
}
