import { assert } from "chai";

import { isOfSameInput } from "../../../src/internal/cross-check/compare/of-same-input.ts";
import type { ContractRecord } from "../../../src/internal/domain/record.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const { build: found } = recordedEvidence(recording("plain"));
const build = found ?? assert.fail("The recordings have a build.");
const { input, compilerVersion } = build.compilation;
const identifier = `${build.contract.inputSourceName}:${build.contract.name}`;
const [path = ""] = Object.keys(input.sources);

type Told = Pick<ContractRecord, "stdJsonInput" | "compilation">;

const compilation = { compilerVersion, fullyQualifiedName: identifier } as NonNullable<Told["compilation"]>;
const told = (more: object = {}, of: object = {}): Told => ({
  stdJsonInput: { ...input, ...more },
  compilation: { ...compilation, ...of },
});

const OTHERS: Readonly<Record<string, Told>> = {
  "another source": told({ sources: { ...input.sources, [path]: { content: "contract A {}" } } }),
  "one source more, as of another submitter": told({
    sources: { ...input.sources, "contracts/More.sol": { content: "" } },
  }),
  "one source less": told({ sources: {} }),
  "other settings": told({ settings: { ...input.settings, optimizer: { enabled: true, runs: 7 } } }),
  "a setting that only one of them names": told({
    settings: { ...input.settings, stopAfter: "parsing", later: 1 },
  }),
  "another language": told({ language: "Vyper" }),
  "another compiler": told({}, { compilerVersion: "0.8.19+commit.7dd6d404" }),
  "another contract": told({}, { fullyQualifiedName: `${path}:Other` }),
  "no input": { ...told(), stdJsonInput: null },
  "no compilation": { ...told(), compilation: null },
};

describe("cross-check - a record of the very input that was given", () => {
  it("should be known by sources, settings, compiler and contract, whatever was to be put out", () => {
    assert.isTrue(isOfSameInput(told(), build));
    const { outputSelection: _, ...settings } = input.settings as Readonly<Record<string, unknown>>;
    assert.isTrue(isOfSameInput(told({ settings }), build));
  });

  for (const [what, record] of Object.entries(OTHERS)) {
    it(`should not be taken for it with ${what}`, () => assert.isFalse(isOfSameInput(record, build)));
  }
});
