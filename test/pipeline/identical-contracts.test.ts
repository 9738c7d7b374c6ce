import { assert } from "chai";
import type { RecordedDeployment } from "../../src/internal/domain/build.ts";
import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";
import { verifyContract } from "../../src/internal/pipeline/verify-contract.ts";
import { contractVerdict } from "../../src/internal/render/words/verdict.ts";
import { type Compiled, codesOf, compile, libraryCode } from "../helpers/compile.ts";
import { FakeChain, transactionHash } from "../helpers/fake-chain.ts";
import { matchedJob, NOT_VERIFIED } from "../helpers/pipeline/answers.ts";
import { ADDRESS, CREATION } from "../helpers/pipeline/deployed.ts";
import { type Run, runPipeline, withPorts } from "../helpers/pipeline/world.ts";
import { thrownBy } from "../helpers/thrown.ts";

const CODE = "{ function answer() external pure returns (uint256) { return 42; } }";
const source = (name: string, code = CODE) => `pragma solidity ^0.8.0; contract ${name} ${code}`;
const LINE = { command: "verify", targets: [ADDRESS], options: [], globals: [] };
const NO_HASH = { metadata: { bytecodeHash: "none" } };
const PLACES = [
  ["One.sol", "Castor"],
  ["Two.sol", "Pollux"],
] as const;
const TWINS = {
  "project/contracts/Two.sol": source("Pollux"),
  "project/contracts/One.sol": source("Castor"),
};

const named = (contractName: string, transactionHashes = [CREATION]): RecordedDeployment => ({
  address: ADDRESS,
  transactionHashes,
  contractName,
});

describe("pipeline - contracts with indistinguishable code", () => {
  const twins = compile(TWINS, NO_HASH);

  it("should choose the contract that the deployment record names", async () => {
    for (const [file, name] of PLACES)
      for (const written of [name, `contracts/${file}:${name}`]) {
        const { report } = await dryRun(twins, "Two.sol", "Pollux", { recorded: [named(written)] });
        assert.deepEqual([report.outcome, report.contract?.name], ["dry-run", name]);
      }
  });

  it("should ignore records of other deployments or other contracts, and records that disagree: VC203", async () => {
    for (const recorded of [
      [named("Castor", [transactionHash(99)])],
      [named("Another")],
      [named("Castor"), named("Pollux")],
    ]) {
      const { report, exitCode } = await dryRun(twins, "Two.sol", "Pollux", { recorded });
      assert.deepEqual([report.error?.code, exitCode], ["VC203", 1]);
      assert.notInclude(contractVerdict(report).text, "no build");
    }
  });

  it("should let the metadata hash decide, whatever a record names", async () => {
    const { report } = await dryRun(compile(TWINS), "Two.sol", "Pollux", { recorded: [named("Castor")] });
    assert.equal(report.contract?.name, "Pollux");
  });

  it("should pick the first by name with --pick-identical, and name the others", async () => {
    for (const [file, name] of PLACES) {
      const { report, exitCode } = await dryRun(twins, file, name, { pickIdentical: true });
      assert.deepEqual([exitCode, report.contract?.fullyQualifiedName], [0, "contracts/One.sol:Castor"]);
      assert.equal(report.expectedMatch?.runtime, "match");
      assert.match(
        report.expectedMatch?.reasons.join() ?? "",
        /contracts\/Two\.sol:Pollux has the same code/,
      );
    }
  });

  it("should pick the project's own contract over its packages', wherever tools keep packages", async () => {
    for (const folder of ["lib/solady/src", "npm/solady@0.1.0/src"]) {
      const files = { "project/contracts/Z.sol": source("Zed"), [`${folder}/A.sol`]: source("Aye") };
      const { report } = await dryRun(compile(files, NO_HASH), "Z.sol", "Zed", { pickIdentical: true });
      assert.equal(report.contract?.fullyQualifiedName, "contracts/Z.sol:Zed");
    }
  });

  it("should name the manifest key to add if a manifest lists the contract", async () => {
    const origins = [{ tool: "manifest", name: "the twin", file: "deployments.yaml" }];
    const { report } = await dryRun(twins, "Two.sol", "Pollux", { origins });
    const entry = `the entry of ${ADDRESS} in deployments.yaml`;
    assert.equal(report.error?.next, `add "contract": "contracts/One.sol:Castor" to ${entry}`);
  });

  it("should not pick between contracts with different constructors that may have run: VC203", async () => {
    const body = (value: number) =>
      `{ uint256 public n; constructor() { n = ${value}; } function answer() external pure returns (uint256) { return 42; } }`;
    const sources = PLACES.map(([file, name], index) => [
      `project/contracts/${file}`,
      source(name, body(index)),
    ]);
    const compiled = compile(Object.fromEntries(sources), NO_HASH);
    const chain = chainWith(compiled, "Two.sol", "Pollux", false);
    const { report } = await dryRun(compiled, "Two.sol", "Pollux", { pickIdentical: true }, chain);
    assert.equal(report.error?.code, "VC203");
    assert.equal(
      report.error?.likely,
      "--pick-identical can't pick one because the constructors of contracts/One.sol:Castor and contracts/Two.sol:Pollux differ",
    );
    const told = await dryRun(compiled, "Two.sol", "Pollux", { pickIdentical: true });
    assert.equal(told.report.contract?.name, "Pollux");
  });
});

describe("pipeline - a named contract with another metadata hash than the one on chain", () => {
  const twins = compile(TWINS);
  const setting = { builds: [twins], chain: chainWith(twins, "Two.sol", "Pollux", true) };
  const script = { record: [NOT_VERIFIED], job: [matchedJob("match")] };
  const record = { file: "fleet.yaml", name: "box" } as VerifyRequest["origins"][number];

  for (const [what, request, next] of [
    ["on the command line", { force: true, pickIdentical: true }, /--contract contracts\/Two\.sol:Pollux$/],
    ["in a manifest", { origins: [record] }, /fleet\.yaml/],
    ["in a dry run", { dryRun: true }, /Pollux/],
  ] as const)
    it(`should be refused ${what} before anything is sent, naming the right contract`, async () =>
      await withPorts(
        { ...setting, script, request: { contract: "Castor", ...request } },
        async (ports, asked, service) => {
          const error = await thrownBy(() => verifyContract(asked, ports));
          assert.equal(error.code, "VC210");
          assert.match(error.for({ words: ports.words, line: LINE }).problem.next ?? "", next);
          assert.equal(service.count("submit"), 0);
        },
      ));
});

const AT = "0x2212130cddc6736fb7d2f7a8295c92eeafc22297";
const maths = (name: string, result: string) =>
  `pragma solidity ^0.8.0; library ${name} { function f(uint256 x) external pure returns (uint256) { return ${result}; } }`;
const user = (name: string, library: string) =>
  `pragma solidity ^0.8.0; import "./${library}.sol"; contract ${name} { function f(uint256 x) external pure returns (uint256) { return ${library}.f(x); } }`;

describe("pipeline - contracts that differ only in their library", () => {
  const twoUsers = (first: string, second: string) => {
    const all = {
      ...{ LibA: maths("LibA", first), LibB: maths("LibB", second) },
      ...{ UseA: user("UseA", "LibA"), UseB: user("UseB", "LibB") },
    };
    const sources = Object.entries(all).map(([name, content]) => [`project/contracts/${name}.sol`, content]);
    return compile(Object.fromEntries(sources), NO_HASH);
  };
  const users = twoUsers("x + 1", "x * 77");

  it("should choose the contract whose library is on chain", async () => {
    for (const letter of ["A", "B"])
      for (const pickIdentical of [false, true]) {
        const chain = linkedChain(users, `Use${letter}`, libraryAt(users, `Lib${letter}`));
        const { report } = await dryRun(users, "", "", { pickIdentical }, chain);
        assert.equal(report.contract?.name, `Use${letter}`);
      }
  });

  it("should not call them identical if neither library is on chain: VC203", async () => {
    const chain = linkedChain(users, "UseB", libraryAt(twoUsers("x - 1", "x"), "LibA"));
    const { report } = await dryRun(users, "", "", { pickIdentical: true }, chain);
    assert.equal(report.error?.code, "VC203");
    assert.include(report.error?.likely, "UseA and contracts/UseB.sol:UseB call different libraries");
  });
});

const libraryAt = (compiled: Compiled, name: string) =>
  libraryCode(compiled, `project/contracts/${name}.sol`, name, AT);

function linkedChain(compiled: Compiled, name: string, library: string): FakeChain {
  const { runtime } = codesOf(compiled, `project/contracts/${name}.sol`, name, AT);
  return new FakeChain(31337).deploy(AT, library, 4).deploy(ADDRESS, runtime, 5).growTo(9);
}

describe("pipeline - a named contract whose address has another one", () => {
  it("should name the contract with the metadata hash on chain, and the command to type, in a check", async () => {
    const { report } = await dryRun(compile(TWINS), "Two.sol", "Pollux", {
      action: "check",
      dryRun: false,
      contract: "contracts/One.sol:Castor",
    });
    assert.equal(report.contract?.name, "Castor");
    assert.notEqual(report.expectedMatch?.runtime, "exact_match");
    assert.include(report.expectedMatch?.reasons.join(), "contracts/Two.sol:Pollux");
    const [why] = report.explanations;
    assert.equal(why?.kind, "metadata");
    assert.include(why?.text, "contracts/Two.sol:Pollux");
    assert.match(why?.next ?? "", /--contract contracts\/Two\.sol:Pollux$/);
  });

  it("should do the same if the code belongs to a different program: VC204", async () => {
    const plain = { "project/contracts/Plain.sol": source("Plain", "{ uint256 public n; }") };
    const more = compile({ ...TWINS, ...plain }, NO_HASH);
    const { report } = await dryRun(more, "Two.sol", "Pollux", { contract: "Plain" });
    assert.equal(report.error?.code, "VC204");
    // The builds have the code, so only the name is denied.
    assert.match(report.error?.message ?? "", /not built from Plain\.$/);
    assert.notInclude(contractVerdict(report).text, "no local build");
    assert.match(report.error?.next ?? "", /--contract contracts\/(One|Two)\.sol:(Castor|Pollux)$/);
  });
});

function dryRun(
  compiled: Compiled,
  file: string,
  name: string,
  request: Partial<VerifyRequest>,
  chain = chainWith(compiled, file, name, true),
): Promise<Run> {
  return runPipeline({
    builds: [compiled],
    chain,
    script: { record: [NOT_VERIFIED] },
    request: { dryRun: true, ...request },
  });
}

function chainWith(compiled: Compiled, file: string, name: string, isCreationKnown: boolean): FakeChain {
  const { runtime, creation } = codesOf(compiled, `project/contracts/${file}`, name);
  const chain = new FakeChain(31337).growTo(9);
  return isCreationKnown ? chain.create(ADDRESS, runtime, creation) : chain.deploy(ADDRESS, runtime, 5);
}
