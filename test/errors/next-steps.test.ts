import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { assert } from "chai";
import { COMMANDS, flagOf, optionsOf } from "../../src/internal/domain/options.ts";
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

const ADDRESS = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const GLOBALS = [
  ["--network", "my net"],
  ["--config", "it's/hardhat.config.ts"],
] as const;

const TARGETS = ["chain-296", "a b.yaml"];
const NODE = GLOBALS.flat();
const CONFIG = GLOBALS[1];
const TOKEN = ["--contract", "contracts/My Token.sol:$Token"] as const;
/** A command with characters that a shell interprets. */
const LINE = line("deployments", TARGETS, [TOKEN, ["--bail"]]);
const OWN = ["verify-contract", "deployments"];
const ITS = "a b/It's.sol:$It";

/** Each step after the command, in the words of a shell. A dropped value must not come back. */
const STEPS: readonly (readonly [NextStep, ...words: string[]])[] = [
  [again, ...OWN, ...TARGETS, ...NODE, ...TOKEN, "--bail"],
  [help, ...OWN, "--help"],
  [withOptions(["--timeout", "600"]), ...OWN, ...TARGETS, ...NODE, ...TOKEN, "--bail", "--timeout", "600"],
  [withOptions(["--contract", ITS], ["--x"]), ...OWN, ...TARGETS, ...NODE, TOKEN[0], ITS, "--bail", "--x"],
  [withOptions(["--network", "b"]), ...OWN, ...TARGETS, "--network", "b", ...CONFIG, ...TOKEN, "--bail"],
  [withoutOptions("--require", "--contract"), ...OWN, ...TARGETS, ...NODE, "--bail"],
  [retarget("chain-296", "chain 297"), ...OWN, "chain 297", "a b.yaml", ...NODE, ...TOKEN, "--bail"],
  [retarget("chain-296"), ...OWN, "a b.yaml", ...NODE, ...TOKEN, "--bail"],
  [verifyOne(ADDRESS), "verify-contract", ADDRESS, ...NODE],
  [subcommand("check", ADDRESS), "verify-contract", "check", ...TARGETS, ...NODE, ...TOKEN, "--bail"],
  [ownCommand("serve", [], ["--query-port", "0"]), "verify-contract", "serve", ...NODE, "--query-port", "0"],
  [rebuild, "build", "--force", ...CONFIG],
  [startNode(), "node", ...CONFIG],
  [startNode("8745"), "node", "--port", "8745", ...CONFIG],
  [build, "build", ...CONFIG],
];

describe("errors - next steps", () => {
  it("should work when pasted", () => {
    const commands = STEPS.map(([step]) => writeStep(step, { words: HARDHAT_WORDS, line: LINE }));
    const expected = STEPS.map(([, ...words]) => ["hardhat", ...words]);
    assert.deepEqual(shellWordsOfEach(commands), expected);
  });

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

  const local = line("check", ["chain-296"], [["--local"], ["--recompile"]]);
  const dry = line("deployments", ["list.json"], [["--dry-run"]]);
  for (const [what, shown, step, expected] of [
    ["local after a local run", local, ownCommand("deployments", ["a"]), "deployments a --local"],
    ["local after a local run", local, verifyOne(ADDRESS), `${ADDRESS} --local`],
    ["local once", local, ownCommand("lock", [], ["--local"]), "lock --local"],
    ["without --local if it uses no services", local, ownCommand("serve", []), "serve"],
    ["dry after a dry run", dry, ownCommand("deployments", ["a"]), "deployments a --dry-run"],
    ["dry once", dry, ownCommand("deployments", ["a"], ["--dry-run"]), "deployments a --dry-run"],
    ["dry after a dry run", dry, verifyOne(ADDRESS), `${ADDRESS} --dry-run`],
    ["without --dry-run if it sends nothing", dry, ownCommand("check", []), "check"],
  ] as const)
    it(`should be ${what}: ${expected}`, () => {
      const written = writeStep(step, { words: NO_HOST, line: { ...shown, globals: [] } });
      assert.equal(written, `verify-contract ${expected}`);
    });

  it("should not pass a verification URL to a command that uses no such service", () => {
    const words: HostWords = { ...NO_HOST, urlSources: { verification: "--verifier-url" } };
    const shown = { ...line("verify", [], []), globals: [["--verifier-url", "http://a.example"]] as const };
    const written = (command: string) => writeStep(ownCommand(command, []), { words, line: shown });
    assert.equal(written("serve"), "verify-contract serve");
    assert.equal(written("check"), "verify-contract check --verifier-url http://a.example");
  });

  it("should use the host's words, and name no host to a program", () => {
    const serve = ownCommand("serve", []);
    const colon: HostWords = { ...NO_HOST, program: "npx other", separator: ":" };
    for (const [step, expected] of [
      [build, "npx hardhat build"],
      [serve, "npx hardhat verify-contract serve"],
      [configure("correct verifyContract"), "correct verifyContract in hardhat.config.ts"],
      [advice("put it back", rebuild), "put it back: npx hardhat build --force"],
    ] as const) {
      assert.equal(writeStep(step, { words: HARDHAT_WORDS }), expected);
      assert.notMatch(writeStep(step, { words: NO_HOST }), /hardhat/i);
    }
    assert.equal(writeStep(serve, { words: colon }), "npx other:serve");
  });

  it("should name a host's command line only in the hosts' folder", () => {
    const files = globSync("src/internal/**/*.ts").filter((file) => !file.includes("internal/hosts/"));
    assert.isAbove(files.length, 300);
    for (const file of files)
      for (const word of ["npx hardhat", "hardhat.config", "hre.", "hardhat verify-contract"])
        assert.notInclude(readFileSync(file, "utf8"), word, `${file} names the command line of a host`);
  });

  it("should turn into the user's command in an error that otherwise stays the same", () => {
    const details = { values: { hash: "0x1", address: "0x2" }, next: withoutOptions("--force") };
    const error = new VerifyContractError("VC303", { ...details, cause: new Error("why") });
    const first = line("verify", [ADDRESS], [["--force"]]);
    const copy = error.for({ words: HARDHAT_WORDS, line: first });
    assert.match(copy.problem.next ?? "", /^npx hardhat verify-contract 0x/);
    assert.notInclude(copy.problem.next, "--force");
    assert.deepEqual([copy.code, copy.message, copy.cause], [error.code, error.message, error.cause]);
    // Later calls that only redact, or only know the host's words, keep the command.
    const later = copy.withTexts((value) => value).for({ words: HARDHAT_WORDS });
    assert.equal(later.problem.next, copy.problem.next);
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

function assertKnown(command: string, [, ...words]: readonly string[] = []): void {
  assert.notMatch(command, /[<>]/, command);
  if (words[0] !== "verify-contract") return;
  const task = COMMANDS.find((each) => each === words[1]) ?? "verify";
  const known = ["--network", "--config", "--help", ...optionsOf(task).map(({ name }) => flagOf(name))];
  for (const word of words) if (word.startsWith("--")) assert.include(known, word, command);
}

/** The words into which a real shell splits each command. One shell for all, because starting it takes longest. */
function shellWordsOfEach(commands: readonly string[]): readonly (readonly string[])[] {
  const npx = `npx() { for word; do printf '%s\\0' "$word"; done; printf '\\1\\0'; }`;
  const text = execFileSync("sh", { input: [npx, ...commands].join("\n"), encoding: "utf8" });
  const lines = text.split("\u0001\0").slice(0, -1);
  return lines.map((words) => words.split("\0").slice(0, -1));
}

function line(command: string, targets: readonly string[], options: CommandLine["options"]): CommandLine {
  return { command, targets, options, globals: GLOBALS };
}
