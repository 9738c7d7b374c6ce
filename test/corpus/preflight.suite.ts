import { assert } from "chai";
import { CompilerSession } from "../../src/internal/solidity/compilers/compile.ts";
import { startLocalServices } from "../../src/local.ts";
import { askService } from "../helpers/corpus/ask-service.ts";
import { compileProgram, splitContract } from "../helpers/corpus/compile-program.ts";
import { deployPhenomenon } from "../helpers/corpus/deploy-phenomenon.ts";
import type { Phenomenon, Program } from "../helpers/corpus/phenomenon.ts";
import { heldFor } from "../helpers/held-for.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { codesOf, contractOf, type PreflightOptions, preflightOf } from "../helpers/pipeline/preflight.ts";
import { COMPILERS } from "../helpers/solc.ts";
import { PHENOMENA } from "./phenomena/index.ts";

/** A build doesn't show its deployment, or the code that an assembly constructor returns. */
const isUsual = ({ name, deployment = { kind: "transaction" }, isInputOnly = false }: Phenomenon): boolean =>
  deployment.kind === "transaction" &&
  deployment.tail === undefined &&
  deployment.isTransactionUnknown !== true &&
  name !== "constructor that stores another code than the compiler's" &&
  !isInputOnly;

const BOX: Program = {
  sources: {
    "contracts/Box.sol":
      "// SPDX-License-Identifier: MIT\npragma solidity >=0.8.0;\nimport './Base.sol';\ncontract Box is Base { uint256 public value = 1; }",
    "contracts/Base.sol":
      "// SPDX-License-Identifier: MIT\npragma solidity >=0.8.0;\nabstract contract Base {}",
  },
  contract: "contracts/Box.sol:Box",
};

const REFUSED: readonly {
  readonly what: string;
  readonly code: string;
  readonly program?: Program;
  readonly input?: PreflightOptions["input"];
  readonly says: RegExp;
}[] = [
  {
    what: "an empty source",
    code: "VC229!",
    program: {
      ...BOX,
      sources: {
        ...BOX.sources,
        "contracts/Base.sol": "",
        "contracts/Box.sol": "import './Base.sol';\ncontract Box {}",
      },
    },
    says: /invalid_parameter|content/,
  },
  {
    what: "a setting that solc does not have",
    code: "VC229!",
    input: (input) => ({ ...input, settings: { ...input.settings, forceEVMLA: true } }),
    says: /compiler_error/,
  },
  {
    what: "a language that the service does not take",
    code: "VC229!",
    input: (input) => ({ ...input, language: "Huff" }),
    says: /invalid_language/,
  },
  {
    what: "more than 30 MiB",
    code: "VC229!",
    input: (input) => ({
      ...input,
      sources: {
        ...input.sources,
        "contracts/Base.sol": {
          content: `${input.sources["contracts/Base.sol"]?.content}//${"x".repeat(31 * 1024 * 1024)}`,
        },
      },
    }),
    says: /internal_error|too large/,
  },
  {
    what: "sources that do not compile",
    code: "VC232!",
    input: (input) => ({
      ...input,
      sources: { ...input.sources, "contracts/Base.sol": { content: "contract {" } },
    }),
    says: /compiler_error/,
  },
];

describe("corpus - a preflight predicts the service's result after the deployment", () => {
  const chain = heldFor(() => startDevelopmentChain());
  const services = heldFor(() => startLocalServices({ chain, compilers: COMPILERS, workers: 1 }));
  const session = new CompilerSession();

  after(async () => {
    await session[Symbol.asyncDispose]();
  });

  async function preflight(program: Program, options: PreflightOptions = {}) {
    const compiled = compileProgram(program);
    const { compilerVersion } = compiled;
    const result = await preflightOf(compiled, {
      contracts: [program.contract],
      compilers: COMPILERS,
      compilerVersion,
      session,
      ...options,
    });
    return { compiled, contract: contractOf(result) };
  }

  async function verified(phenomenon: Phenomenon, input: PreflightOptions["input"] = (it) => it) {
    const onChain = await deployPhenomenon(chain, phenomenon);
    const compiled = compileProgram(phenomenon.deployed);
    const [inputSourceName, name] = splitContract(phenomenon.deployed.contract);
    const { compilerVersion } = compiled;
    return askService(services.verification.url, onChain, {
      candidate: { inputSourceName, name },
      compilation: {
        id: "corpus",
        file: "/project/corpus.json",
        compilerVersion,
        input: input(compiled.input),
      },
      expected: { creation: "exact_match", runtime: "exact_match", reasons: [] },
    });
  }

  const usual = PHENOMENA.filter(isUsual);

  it("should cover many contracts", () => {
    assert.isAtLeast(usual.length, 80);
  });

  for (const phenomenon of usual) {
    const { name, deployed } = phenomenon;
    it(`should predict the service's match: ${name}`, async () => {
      const { creation, runtime } = await verified(phenomenon);
      for (const options of [{}, { hasMetadata: false }, { compile: true }]) {
        const { contract } = await preflight(deployed, options);
        const { expectedMatch, verdict } = contract;
        const about = `${JSON.stringify(options)} ${codesOf(contract).join(" ")} ${expectedMatch.reasons.join("; ")}`;
        assert.deepEqual([expectedMatch.creation, expectedMatch.runtime], [creation, runtime], about);
        assert.notEqual(verdict, "error", about);
        const exact = await preflight(deployed, { ...options, minMatch: "exact_match" });
        const isExact = creation === "exact_match" && runtime === "exact_match";
        if (!isExact) assert.equal(exact.contract.verdict, "error", about);
        else assert.notInclude(codesOf(exact.contract), "VC220!", about);
      }
    });
  }

  for (const { what, code, program = BOX, input, says } of REFUSED) {
    it(`should reject what the service rejects: ${what}`, async () => {
      const { contract } = await preflight(program, {
        ...(input === undefined ? {} : { input }),
        hasMetadata: false,
        compile: code === "VC232!",
      });
      assert.include(codesOf(contract), code);
      assert.equal(contract.verdict, "error");
      const answer = await verified(
        { name: what, deployed: program, gives: { creation: "none", runtime: "none" } },
        input,
      ).catch((error: Error) => ({ creation: "none", runtime: "none", error: error.message }));
      assert.deepInclude(answer, { creation: "none", runtime: "none" });
      assert.match(answer.error ?? "", says);
    });
  }
});
