import { assert } from "chai";
import { optionsOf } from "../../../src/internal/domain/options.ts";
import type { VerifyContractError } from "../../../src/internal/errors/problem.ts";
import { chooseCommand, parse } from "../../../src/internal/hosts/cli/parse.ts";
import { createTypedLine, misuseProblem, toArguments } from "../../../src/internal/hosts/cli/run-parsed.ts";
import { PLAIN_WORDS } from "../../../src/internal/hosts/cli/words.ts";
import { factOf } from "../../helpers/thrown.ts";

const ADDRESS = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

function read(...words: readonly string[]) {
  const { command, words: rest } = chooseCommand(words);
  const parsed = parse(command, rest);
  if (parsed.kind !== "command") throw new Error(JSON.stringify(parsed));
  return { command, ...toArguments(command, parsed) };
}

function misuse(...words: readonly string[]): VerifyContractError {
  const chosen = chooseCommand(words);
  const parsed = parse(chosen.command, chosen.words);
  if (parsed.kind !== "misuse") throw new Error(`${words.join(" ")} was accepted.`);
  return misuseProblem(parsed.error, chosen).for({ words: PLAIN_WORDS, line: createTypedLine(chosen) });
}

describe("plain command line - the parser", () => {
  it("should find the command in any position, and not in an option's value", () => {
    assert.equal(chooseCommand([ADDRESS]).command, "verify");
    assert.equal(chooseCommand(["--rpc-url", "check", ADDRESS]).command, "verify");
    assert.equal(chooseCommand(["-r", "check", "--json", "status"]).command, "status");
    assert.deepEqual(chooseCommand(["--rpc-url=x", "check", ADDRESS]), {
      command: "check",
      words: ["--rpc-url=x", ADDRESS],
      first: "check",
    });
    assert.equal(chooseCommand(["chek", ADDRESS]).command, "verify");
    assert.equal(chooseCommand(["--", "check"]).command, "verify");
    assert.deepEqual(chooseCommand(["help", "check"]).words, ["--help"]);
    for (const word of ["verify", "verify-contract"])
      assert.deepEqual(read(word, ADDRESS, "-r", "x"), read(ADDRESS, "-r", "x"));
  });

  it("should give a command exactly the arguments in its option table", () => {
    const { own } = read("check", ADDRESS, "--recompile");
    const names = optionsOf("check").map(({ name }) => name);
    assert.sameMembers(Object.keys(own), [...names, "targets"]);
    assert.isTrue(own.recompile);
    assert.isFalse(own.json);
    assert.isUndefined(own.contract);
    assert.deepEqual([read(ADDRESS).own.sources, read("serve").own.queryPort], ["auto", 5551]);
  });

  it("should give check every word as a target, except a contract name in forge's position", () => {
    const { own } = read("check", ADDRESS, "0.0.1234", "chain-296");
    assert.deepEqual(own.targets, [ADDRESS, "0.0.1234", "chain-296"]);
    const named = read("check", ADDRESS, "src/Vault.sol:Vault").own;
    assert.deepEqual([named.targets, named.contract], [[ADDRESS], "src/Vault.sol:Vault"]);
    assert.deepEqual(read("check").own.targets, []);
    assert.deepEqual(read("check", "").own.targets, [""]);
  });

  it("should join repeated lists, and reject any other repeated option", () => {
    const reports = ["--report", "json=a", "--report", "html=b"];
    const { own } = read(ADDRESS, "--require", "abi", "--require", "sources", ...reports);
    assert.deepEqual([own.require, own.report], ["abi,sources", "json=a,html=b"]);
    assert.deepEqual(read(ADDRESS, "--compiler", "a", "--compiler", "b").host.compiler, ["a", "b"]);
    const { message, problem } = misuse(ADDRESS, "--contract", "A", "--contract", "B");
    assert.equal(message, 'VC106 --contract can\'t be "B".');
    assert.match(problem.likely ?? "", /given twice/);
  });

  it("should keep both of two contradicting flags, which the request then refuses", () => {
    const { own } = read(ADDRESS, "--follow-proxy", "--no-follow-proxy");
    assert.deepEqual([own.followProxy, own.noFollowProxy], [true, true]);
    assert.isFalse(read(ADDRESS).own.noFollowProxy);
  });

  it("should accept the name after the address like forge, and pass other words on", () => {
    const { own } = read(ADDRESS, "src/Token.sol:Token", "42");
    assert.equal(own.contract, "src/Token.sol:Token");
    assert.deepEqual(own.arguments, ["42"]);
    assert.deepEqual(read(ADDRESS, "Token").own.arguments, ["Token"]);
  });

  it("should accept forge's names of options", () => {
    const { own, host } = read(
      ...[ADDRESS, "--creation-transaction-hash", "0x2", "--show-standard-json-input"],
      ...["-c", "296", "-q", "-vvv", "--fork-url", "http://a.example", "--rpc-headers", "a: b"],
    );
    assert.deepEqual(host, { rpcUrl: "http://a.example", rpcHeaders: ["a: b"], chain: "296" });
    assert.deepEqual([own.creationTxHash, own.dryRun, own.verbose, own.quiet], ["0x2", true, true, true]);
  });

  it("should refuse forge's other options with one sentence, and never repeat a key", () => {
    const keys = [["-e", "k3y"], ["-ek3y"], ["--etherscan-api-key=k3y"], ["--jwt-secret", "k3y"]];
    const verifier = ["--verifier", "blockscout", "--verifier-url", "https://a"];
    for (const words of [["--watch"], ["--libraries", "a:A:0x1"], verifier, ...keys])
      for (const typed of [
        [ADDRESS, ...words],
        [...words, ADDRESS],
      ]) {
        const { code, problem } = misuse(...typed);
        assert.equal(code, "VC117");
        assert.match(problem.likely ?? "", /^a forge option/);
        assert.notInclude(JSON.stringify(problem), "k3y");
      }
  });

  it("should never repeat a secret in a suggested command", () => {
    const words = [
      ...["-e", "k3y", "-ek3y", "--rpc-headers=a: k3y", "--verifier-api-key", "k3y", "--jwt-secret=k3y"],
    ];
    const { targets } = createTypedLine(chooseCommand(["chek", ADDRESS, ...words, "--bogus"]));
    assert.notInclude(targets.join(" "), "k3y");
    assert.includeMembers([...targets], ["chek", ADDRESS, "-e", "--rpc-headers=\u2026", "--bogus"]);
  });

  it("should suggest the only command that has the option, or list those that have it", () => {
    const { problem } = misuse(ADDRESS, "--locked");
    assert.equal(problem.next, `npx hardhat-verify-contract check ${ADDRESS} --locked`);
    assert.equal(factOf(misuse(ADDRESS, "--recompile"), "Option of"), "check, replay");
  });

  it("should report the kind of misuse", () => {
    for (const [message, ...words] of [
      ["VC117 There is no option --nework.", ADDRESS, "--nework", "x"],
      ["VC117 There is no option --nework.", ADDRESS, "--nework=x"],
      ["VC115 --contract needs a value.", "check", "--contract"],
      ['VC106 An argument of status can\'t be "now".', "status", "now"],
    ] as const)
      assert.equal(misuse(...words).message, message);
    assert.equal(parse("verify", ["--version"]).kind, "version");
    assert.equal(parse("check", [ADDRESS, "-h"]).kind, "help");
  });

  it("should not repeat an option in a suggestion", () => {
    for (const option of ["--forc", "--fresk", "--pick-identica"]) {
      const { problem } = misuse(ADDRESS, option);
      assert.notInclude(problem.likely, "did you mean", option);
      assert.include(problem.next ?? "", "--help");
    }
    assert.equal(misuse(ADDRESS, "--rpc", "local").problem.likely, "did you mean --rpc-url?");
    const { problem } = misuse(ADDRESS, "--rpc-url", "local", "--network", "testnet");
    assert.equal(problem.next, "leave out --network: --rpc-url is already set");
  });
});
