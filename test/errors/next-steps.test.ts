import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { assert } from "chai";
import { parseSync, Visitor } from "oxc-parser";
import { flagOf } from "../../src/internal/domain/options.ts";
import { type HostWords, NO_HOST } from "../../src/internal/errors/host-words.ts";
import {
  advice,
  again,
  build,
  type CommandLine,
  configure,
  help,
  type NextStep,
  ownCommand,
  rebuild,
  retarget,
  startNode,
  subcommand,
  verifyOne,
  withOptions,
  withoutOptions,
  writeStep,
} from "../../src/internal/errors/next-step.ts";
import { VerifyContractError } from "../../src/internal/errors/problem.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import plugin from "../../src/internal/hosts/hardhat3/plugin.ts";

const ADDRESS = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const GLOBALS = [
  ["--network", "my net"],
  ["--config", "it's/hardhat.config.ts"],
] as const;

/** Files with other uses of the key: a report's keys, and a record that replaces another. */
const NO_PROBLEMS = /report\/(code-)?model|local\/verification\//;

/** One line per command, with characters that a shell interprets. */
const LINES: readonly CommandLine[] = [
  line("verify", [ADDRESS], [["--contract", "contracts/My Token.sol:$Token"], ["--force"]]),
  line("check", [ADDRESS], [["--require", "metadata-hash,abi"], ["--recompile"]]),
  line("deployments", ["chain-296", "a b.yaml"], [["--shard", "1/3"], ["--bail"]]),
  line("preflight", ["contracts/My Token.sol:$Token"], [["--min-match", "exact_match"], ["--compile"]]),
  line("lock", ["chain-296"], [["--update", "My Vault"], ["--allow-unverified"]]),
  line("merge", ["one's.json"], [["--report", "json=all.json"]]),
  line("status", [], [["--timeout", "5"]]),
  line("serve", [], [["--query-port", "0"]]),
];

/** One of each kind of step. A dropped value must not come back. */
const STEPS: readonly NextStep[] = [
  again,
  help,
  withOptions(["--timeout", "600"]),
  withOptions(["--contract", "a b/It's.sol:$It"], ["--follow-proxy"]),
  withOptions(["--network", "localhost"]),
  withoutOptions("--require", "--shard", "--contract"),
  retarget("chain-296", "chain 297"),
  retarget("chain-296"),
  verifyOne(ADDRESS),
  subcommand("check", ADDRESS),
  ownCommand("serve", [], ["--query-port", "0"]),
  rebuild,
  startNode(),
  startNode("8745"),
  build,
];

describe("errors - next steps", () => {
  const commands = LINES.flatMap((each) => STEPS.map((step) => written(step, each)));
  let pasted: ReadonlyMap<string, readonly string[]>;
  before(() => {
    pasted = new Map(shellWordsOfEach(commands).map((words, index) => [commands[index] ?? "", words]));
  });
  const wordsOf = (step: NextStep, each: CommandLine) => pasted.get(written(step, each)) ?? assert.fail();

  for (const each of LINES) {
    for (const step of STEPS)
      it(`should work when pasted: ${JSON.stringify(step)} after ${each.command}`, () => {
        const words = wordsOf(step, each);
        assert.equal(words[0], "hardhat");
        const before = wordsOf(again, each);
        if (step.kind === "change" || (step.kind === "retarget" && step.command === undefined))
          assert.equal(
            each.command === "verify" ? "hardhat verify-contract" : `hardhat verify-contract ${each.command}`,
            words.slice(0, each.command === "verify" ? 2 : 3).join(" "),
          );
        if (step.kind !== "tool" && step.kind !== "help") {
          for (const [flag, value] of each.globals) {
            const set = step.kind === "change" ? step.set.find(([name]) => name === flag)?.[1] : undefined;
            assert.equal(words[words.indexOf(flag) + 1], set ?? value);
            const found = words.filter((word) => word === flag);
            assert.lengthOf(found, 1);
          }
        }
        if (step.kind === "change") {
          for (const flag of step.drop) assert.notInclude(words, flag);
          for (const [flag, value] of step.set) {
            const shown = words.filter((word) => word === flag);
            assert.lengthOf(shown, 1);
            if (value !== undefined) assert.equal(words[words.indexOf(flag) + 1], value);
          }
          if (step.set.length > 0) assert.notDeepEqual(words, before);
        }
        if (step === again) for (const target of each.targets) assert.include(words, target);
        if (step.kind === "retarget") assert.notInclude(words.slice(3), step.from);
        if (step.kind === "tool") assert.include(words, "it's/hardhat.config.ts");
      });
  }

  it("should show only the change to a program", () => {
    assert.equal(writeStep(withOptions(["--contract", "A:B"]), { words: HARDHAT_WORDS }), "--contract A:B");
    assert.equal(writeStep(withoutOptions("--at"), { words: HARDHAT_WORDS }), "leave out --at");
  });

  it("should keep the user's command if the error is shown again without it", () => {
    const shownLine = { ...line("check", ["0x2"], []), globals: [["--network", "k3y"]] as const };
    const error = new VerifyContractError("VC106", { next: withOptions(["--sources", "full"]) });
    const shown = error
      .for({ words: HARDHAT_WORDS, line: shownLine })
      .withTexts((text) => JSON.parse((JSON.stringify(text) ?? "null").replaceAll("k3y", "***")))
      .for({ words: HARDHAT_WORDS });
    assert.equal(shown.problem.next, "npx hardhat verify-contract check 0x2 --network '***' --sources full");
  });

  it("should stay local after a local run, if the command uses services", () => {
    const local = line("check", ["chain-296"], [["--local"], ["--recompile"]]);
    const written = (step: NextStep) => writeStep(step, { words: NO_HOST, line: { ...local, globals: [] } });
    assert.equal(written(ownCommand("deployments", ["a"])), "verify-contract deployments a --local");
    assert.equal(written(verifyOne(ADDRESS)), `verify-contract ${ADDRESS} --local`);
    assert.equal(written(ownCommand("lock", [], ["--local"])), "verify-contract lock --local");
    assert.equal(written(ownCommand("serve", [])), "verify-contract serve");
  });

  it("should not pass a verification URL to a command that uses no such service", () => {
    const words: HostWords = { ...NO_HOST, urlSources: { verification: "--verifier-url" } };
    const globals = [["--verifier-url", "http://a.example"]] as const;
    const written = (step: NextStep) =>
      writeStep(step, { words, line: { ...line("verify", [], []), globals } });
    assert.equal(written(ownCommand("serve", [])), "verify-contract serve");
    assert.equal(written(ownCommand("check", [])), "verify-contract check --verifier-url http://a.example");
  });

  it("should send nothing after a dry run", () => {
    const dry = { ...line("deployments", ["list.json"], [["--dry-run"]]), globals: [] };
    const written = (step: NextStep) => writeStep(step, { words: NO_HOST, line: dry });
    assert.equal(written(ownCommand("deployments", ["a"])), "verify-contract deployments a --dry-run");
    assert.equal(
      written(ownCommand("deployments", ["a"], ["--dry-run"])),
      "verify-contract deployments a --dry-run",
    );
    assert.equal(written(verifyOne(ADDRESS)), `verify-contract ${ADDRESS} --dry-run`);
    assert.equal(written(ownCommand("check", [])), "verify-contract check");
  });

  it("should use the host's words, and name no host to a program", () => {
    const serve = ownCommand("serve", []);
    const steps = [build, serve, configure("correct verifyContract"), advice("put it back", rebuild)];
    const colon: HostWords = { ...NO_HOST, program: "npx other", separator: ":" };
    const found = steps.map((step) => writeStep(step, { words: HARDHAT_WORDS }));
    assert.deepEqual(found, [
      "npx hardhat build",
      "npx hardhat verify-contract serve",
      "correct verifyContract in hardhat.config.ts",
      "put it back: npx hardhat build --force",
    ]);
    assert.equal(writeStep(serve, { words: colon }), "npx other:serve");
    for (const step of steps) assert.notMatch(writeStep(step, { words: NO_HOST }), /hardhat/i);
  });

  it("should name a host's command line only in the hosts' folder", () => {
    const files = globSync("src/internal/**/*.ts").filter((file) => !file.includes("internal/hosts/"));
    assert.isAbove(files.length, 300);
    for (const file of files)
      for (const word of ["npx hardhat", "hardhat.config", "hre.", "hardhat verify-contract"])
        assert.notInclude(readFileSync(file, "utf8"), word, `${file} names the command line of a host`);
  });

  it("should turn into the user's command in an error that otherwise stays the same", () => {
    const error = new VerifyContractError("VC303", {
      values: { hash: "0x1", address: "0x2" },
      next: withoutOptions("--force"),
      cause: new Error("why"),
    });
    const [first = assert.fail()] = LINES;
    const copy = error.for({ words: HARDHAT_WORDS, line: first });
    assert.match(copy.problem.next ?? "", /^npx hardhat verify-contract 0x/);
    assert.notInclude(copy.problem.next, "--force");
    assert.deepEqual([copy.code, copy.message, copy.cause], [error.code, error.message, error.cause]);
    // Later calls that only redact, or only know the host's words, keep the command.
    const later = copy.withTexts((value) => value).for({ words: HARDHAT_WORDS });
    assert.equal(later.problem.next, copy.problem.next);
  });

  it("should be step objects wherever a problem has one, never text that looks like a command", () => {
    const sites: string[] = [];
    for (const file of globSync("src/internal/**/*.ts")) {
      const source = readFileSync(file, "utf8");
      const wrong = (start: number, what: string) =>
        assert.fail(`${file}:${source.slice(0, start).split("\n").length} ${what}`);
      new Visitor({
        Property({ key, value }) {
          if (key.type !== "Identifier" || key.name !== "next" || NO_PROBLEMS.test(file)) return;
          sites.push(file);
          if (isText(source.slice(value.start, value.end)))
            wrong(value.start, "has a next step that is a text");
        },
        Literal({ value, start }) {
          if (typeof value === "string" && /^npx hardhat\b.*</.test(value)) wrong(start, "has a placeholder");
        },
        TemplateElement({ value, start }) {
          // Every host has the package's own program.
          if (/^npx /.test(value.raw) && !/\/hosts\/|errors\/home\.ts$/.test(file))
            wrong(start, "puts a command together by itself");
        },
      }).visit(parseSync(file, source).program);
    }
    assert.isAtLeast(sites.length, 40);
  });

  it("should work when pasted from every golden screen, with existing tasks and options", () => {
    const commands = new Set(
      globSync("test/golden/**/*.{txt,terminal}").flatMap((file) =>
        Array.from(readFileSync(file, "utf8").matchAll(/Try: (npx hardhat .*)$/gm), ([, text = ""]) => text),
      ),
    );
    assert.isAtLeast(commands.size, 10);
    const words = shellWordsOfEach([...commands]);
    for (const [index, command] of [...commands].entries()) assertKnown(command, words[index]);
  });
});

/** True for literal text outside of a call that creates a step. */
function isText(expression: string): boolean {
  const outside = expression.replace(/[\w.]+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, "call");
  // A comparison such as `kind === "refused"` doesn't count.
  return /(?:^|[?:]\s*)(?:"|`|')/.test(outside);
}

function assertKnown(command: string, [, ...words]: readonly string[] = []): void {
  assert.notMatch(command, /[<>]/, command);
  if (words[0] !== "verify-contract") return;
  const tasks = plugin.tasks ?? [];
  const task =
    tasks.find(({ id }) => id.length === 2 && id[1] === words[1]) ?? tasks.find(({ id }) => id.length === 1);
  const known = new Set(["--network", "--config", "--help"]);
  if (task !== undefined && "options" in task) {
    for (const name of Object.keys(task.options)) known.add(flagOf(name));
  }
  for (const word of words)
    if (word.startsWith("--")) assert.isTrue(known.has(word), `${word} of ${command}`);
}

/** The words into which a real shell splits each command. One shell for all, because starting it takes longest. */
function shellWordsOfEach(commands: readonly string[]): readonly (readonly string[])[] {
  const script = [`npx() { for word; do printf '%s\\0' "$word"; done; printf '\\1\\0'; }`, ...commands].join(
    "\n",
  );
  const text = execFileSync("sh", { input: script, encoding: "utf8" });
  return text
    .split("\u0001\0")
    .slice(0, -1)
    .map((words) => words.split("\0").slice(0, -1));
}

function line(command: string, targets: readonly string[], options: CommandLine["options"]): CommandLine {
  return { command, targets, options, globals: GLOBALS };
}

function written(step: NextStep, line: CommandLine): string {
  return writeStep(step, { words: HARDHAT_WORDS, line });
}
