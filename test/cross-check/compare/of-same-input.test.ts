import { assert } from "chai";
import { hasExactInput } from "../../../src/internal/cross-check/compare/of-same-input.ts";
import type { ContractRecord } from "../../../src/internal/domain/record.ts";
import { evidenceOf } from "../../helpers/cross-check/one-check.ts";

const { build: found } = evidenceOf("plain");
const build = found ?? assert.fail("The recordings have a build.");
const { input, compilerVersion } = build.compilation;
const identifier = `${build.contract.inputSourceName}:${build.contract.name}`;
const [path = ""] = Object.keys(input.sources);

type Stored = Pick<ContractRecord, "stdJsonInput" | "compilation">;

const compilation = { compilerVersion, fullyQualifiedName: identifier } as NonNullable<Stored["compilation"]>;
const stored = (more: object = {}, of: object = {}): Stored => ({
  stdJsonInput: { ...input, ...more },
  compilation: { ...compilation, ...of },
});

const OTHERS: Readonly<Record<string, Stored>> = {
  "an additional source, as from another submitter": stored({
    sources: { ...input.sources, "contracts/More.sol": { content: "" } },
  }),
  "a missing source": stored({ sources: {} }),
  "other settings": stored({ settings: { ...input.settings, optimizer: { enabled: true, runs: 7 } } }),
  "a setting that only one of them has": stored({
    settings: { ...input.settings, stopAfter: "parsing", later: 1 },
  }),
  "another compiler": stored({}, { compilerVersion: "0.8.19+commit.7dd6d404" }),
  "another contract": stored({}, { fullyQualifiedName: `${path}:Other` }),
  "no input": { ...stored(), stdJsonInput: null },
  "no compilation": { ...stored(), compilation: null },
};

describe("cross-check - a record of the given input", () => {
  it("should be recognised by sources, settings, compiler and contract, with any output selection", () => {
    assert.isTrue(hasExactInput(stored(), build));
    const { outputSelection: _, ...settings } = input.settings as Readonly<Record<string, unknown>>;
    assert.isTrue(hasExactInput(stored({ settings }), build));
  });

  for (const [what, record] of Object.entries(OTHERS))
    it(`should not be recognised with ${what}`, () => assert.isFalse(hasExactInput(record, build)));
});
