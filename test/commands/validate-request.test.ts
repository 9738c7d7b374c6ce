import { assert } from "chai";
import { resolveProjectPaths } from "../../src/internal/builds/project/project-paths.ts";
import type { Requests } from "../../src/internal/commands/request.ts";
import { validateRun } from "../../src/internal/commands/validate-request.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { connectionThat } from "../helpers/commands/fake-hre.ts";
import { factOf, thrownBy } from "../helpers/thrown.ts";

const address = "0x000000000000000000000000000000000000dEaD";
const PATHS = await resolveProjectPaths({ root: "/project", artifacts: "/project/artifacts" });

/** Called without types, as from plain JavaScript. */
const check = (request: unknown): unknown =>
  validateRun("verify", request as Requests["verify"], PATHS, { words: HARDHAT_WORDS, globals: [] });

describe("hardhat - a program's request", () => {
  it("should accept every key with a value of its type, and undefined for all but the address", () => {
    const full: Omit<Required<Requests["verify"]>, "stdJsonInput" | "compilerVersion"> = {
      address,
      contract: "Token",
      creationTransactionHash: `0x${"1".repeat(64)}`,
      buildInfo: "artifacts",
      sources: "full",
      minMatch: "exact_match",
      requireCreation: true,
      followProxy: false,
      noFollowProxy: false,
      onlyNamed: false,
      pickIdentical: false,
      force: false,
      fresh: false,
      dryRun: true,
      local: false,
      require: [],
      explorer: ["etherscan"],
      at: "1795253078.123456789",
      evidence: "run.evidence.gz",
      timeout: 0.5,
      wait: 0,
      connection: connectionThat(async () => "0x1"),
      signal: new AbortController().signal,
      onProgress: () => {},
    };
    assert.doesNotThrow(() => check(full));
    const input = { stdJsonInput: "input.json", compilerVersion: "0.8.28+commit.7893614a" };
    const { buildInfo: _, ...withInput } = { ...full, ...input };
    assert.doesNotThrow(() => check(withInput));
    const none = Object.fromEntries(Object.keys(withInput).map((key) => [key, undefined]));
    assert.doesNotThrow(() => check({ ...none, address }));
  });

  it("should refuse an unknown key, and suggest a similar one", async () => {
    const error = await thrownBy(() => check({ address, minmatch: "match" }), "VC106");
    assert.include(error.message, '"minmatch"');
    assert.equal(error.problem.likely, "did you mean minMatch?");
  });

  it("should suggest the value that a short one begins, and how to add or leave out what is needed", async () => {
    for (const [request, next] of [
      [{ minMatch: "exact" }, /^--min-match exact_match$/],
      [{ stdJsonInput: "input.json" }, /add --compiler-version/],
      [{ require: ["recompiled-here"] }, /^--recompile$/],
      [{ require: ["given-input"] }, /leave given-input out/],
    ] as const) {
      const { problem } = await thrownBy(() => check({ address, ...request }));
      assert.match(problem.next ?? "", next);
    }
  });

  it("should list all keys if none is similar, even for a key that every object has", async () => {
    const error = await thrownBy(() => check({ address, toString: 1 }));
    assert.isUndefined(error.problem.likely);
    assert.include(factOf(error, "Takes"), "creationTransactionHash");
  });

  for (const [key, value, expected, got] of [
    ["dryRun", "false", "true or false", "a string"],
    ["address", 5, "a string", "5"],
    ["contract", ["Token"], "a string", "a list"],
    ["onProgress", "print", "a function", "a string"],
    ["signal", new AbortController(), "an AbortSignal", "an object"],
    ["connection", Promise.resolve(), HARDHAT_WORDS.connection, "a promise"],
  ] as const)
    it(`should refuse ${got} for ${key}`, async () => {
      const error = await thrownBy(() => check({ address, [key]: value }), "VC106");
      assert.match(error.problem.message, new RegExp(`^${key} `));
      assert.deepEqual([factOf(error, "Expected"), factOf(error, "Got")], [expected, got]);
    });

  it("should report that no contract was named, or an empty name given", async () => {
    for (const request of [null, address, [address], {}]) await thrownBy(() => check(request), "VC101");
    const error = await thrownBy(() => check({ address, contract: "" }));
    assert.deepEqual([error.code, error.problem.message], ["VC106", '--contract can\'t be "".']);
  });
});
