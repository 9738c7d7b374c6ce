import { stripVTControlCharacters } from "node:util";
import { assert } from "chai";
import { makePreflightReport } from "../../src/internal/pipeline/preflight/preflight.ts";
import { PREFLIGHT_FORMATS } from "../../src/internal/render/formats.ts";
import { preflightAnnotations } from "../../src/internal/render/github/annotations.ts";
import { renderPreflight } from "../../src/internal/render/terminal/preflight.ts";
import { plainStyle, terminalStyle } from "../../src/internal/render/terminal/style.ts";
import type { PreflightContract, PreflightFinding } from "../../src/report.ts";
import { expectGolden } from "../helpers/golden.ts";
import { COMMAND, HOSTILE, INVISIBLE } from "../helpers/hostile-texts.ts";
import { parsePreflightReport } from "../helpers/report-schema.ts";
import { tooWide } from "../helpers/too-wide.ts";

const HASH: PreflightFinding = {
  level: "error",
  prevents: "exact_match",
  code: "VC220",
  message: "The code has no metadata hash, so no match can be exact.",
  facts: [{ label: "Setting", value: 'metadata.bytecodeHash is "none"' }],
  next: 'set bytecode_hash = "ipfs" in the profile in foundry.toml',
};
const LARGE = (bytes: string): PreflightFinding => ({
  level: "warning",
  prevents: null,
  code: "VC230",
  message: "The code exceeds the size limit of EIP-170.",
  facts: [
    { label: "Size", value: `${bytes} bytes` },
    { label: "Limit", value: "24,576 bytes" },
  ],
  next: "set optimizer = true and optimizer_runs = 1 in the profile in foundry.toml",
});

function contractNamed(name: string, fields: Partial<PreflightContract> = {}): PreflightContract {
  const sourceName = `src/vaults/${name}.sol`;
  const { findings = [] } = fields;
  return {
    contract: {
      name,
      sourceName,
      line: 12,
      fullyQualifiedName: `${sourceName}:${name}`,
      identifier: `${sourceName}:${name}`,
      compilerVersion: "0.8.28+commit.7893614a",
      language: "Solidity",
      settings: "optimizer 200 runs",
      buildFile: "out/build-info/5d2f.json",
      tool: "foundry",
    },
    verdict: findings.some(({ level }) => level === "error")
      ? "error"
      : findings.length === 0
        ? "ready"
        : "warning",
    expectedMatch: { creation: "exact_match", runtime: "exact_match", reasons: [] },
    shownBy: "metadata",
    findings,
    submission: {
      sources: "minimal",
      reason: "only what the contract imports",
      bytes: 9000,
      files: [
        { path: sourceName, bytes: 4321 },
        { path: "lib/openzeppelin-contracts/contracts/utils/ReentrancyGuard.sol", bytes: 3600 },
      ],
    },
    size: { runtime: 12_345, initCode: 13_579 },
    ...fields,
  };
}

const NOT_EXACT = { creation: "match", runtime: "match", reasons: [] } as const;
const POOL = { findings: [HASH], expectedMatch: NOT_EXACT, shownBy: "compiler" } as const;
const TIMES = {
  startedAt: new Date("2026-11-21T12:00:00Z"),
  finishedAt: new Date("2026-11-21T12:00:02Z"),
  leftOut: { tests: 14, scripts: 3, dependencies: 120, withoutMetadata: 0 },
};

const PREFLIGHT_REPORTS = {
  ready: makePreflightReport({
    ...TIMES,
    minMatch: "match",
    compile: false,
    contracts: [contractNamed("Vault", { shownBy: "prediction" }), contractNamed("Token")],
  }),
  errors: makePreflightReport({
    ...TIMES,
    minMatch: "exact_match",
    compile: true,
    contracts: [
      ...Array.from({ length: 12 }, (_, index) => contractNamed(`Pool${index + 1}`, POOL)),
      contractNamed("Router", { findings: [LARGE("25,001")], shownBy: "compiler" }),
      contractNamed("Vault", { findings: [HASH, LARGE("31,000")], expectedMatch: NOT_EXACT }),
      contractNamed("Token"),
    ],
  }),
  stopped: makePreflightReport({
    ...TIMES,
    minMatch: "match",
    compile: true,
    contracts: [],
    error: {
      code: "VC235",
      message: "The preflight was stopped before it ended.",
      facts: [],
      next: "npx hardhat-verify-contract preflight --compile",
    },
  }),
};

describe("reports - preflight", () => {
  for (const [name, report] of Object.entries(PREFLIGHT_REPORTS)) {
    for (const width of [40, 80, 120, 200])
      it(`should fit ${width} columns: ${name}`, () => {
        for (const isVerbose of [false, true]) {
          const screen = renderPreflight(report, plainStyle, width, isVerbose);
          assert.deepEqual(tooWide(screen, Math.min(width, 100)), []);
        }
        if (width === 40 || width === 80)
          expectGolden(
            `preflight/screens/${name}-${width}.txt`,
            `${renderPreflight(report, plainStyle, width, false)}\n`,
          );
      });

    it(`should be the same with colours: ${name}`, () => {
      const colored = renderPreflight(report, terminalStyle(true), 80, true);
      assert.equal(stripVTControlCharacters(colored), renderPreflight(report, plainStyle, 80, true));
    });

    it(`should be valid by the schema: ${name}`, () =>
      assert.deepEqual(parsePreflightReport(PREFLIGHT_FORMATS.json(report)), report));
  }

  it("should annotate each contract's declaration, at most ten per level", () => {
    const lines = preflightAnnotations(PREFLIGHT_REPORTS.errors, (place) => place);
    const levels = lines.map((line) => line.split(" ", 1)[0]);
    assert.deepEqual(levels, [...Array(10).fill("::error"), ...Array(2).fill("::warning")]);
    assert.match(lines[0] ?? "", /^::error file=src\/vaults\/Pool1\.sol,line=12,title=VC220 Pool1::src/);
  });

  for (const [what, text] of Object.entries(HOSTILE))
    it(`should render ${what} inert`, () => {
      const finding = { level: "error", prevents: "match", code: "VC202", message: text } as const;
      const findings = [{ ...finding, facts: [{ label: text, value: text }], likely: text, next: text }];
      const hostile = contractNamed("Vault", { findings });
      const contract = { ...hostile.contract, name: text, sourceName: text, fullyQualifiedName: text };
      const report = { ...PREFLIGHT_REPORTS.ready, contracts: [{ ...hostile, contract }] };
      const screen = renderPreflight(report, plainStyle, 80, true);
      assert.notMatch(screen, INVISIBLE);
      assert.notMatch(screen, COMMAND);
      const [, ...lines] = screen.split("\n");
      assert.isEmpty(lines.filter((line) => line.startsWith("✔")));
      assert.notMatch(PREFLIGHT_FORMATS.markdown(report), INVISIBLE);
      const annotations = preflightAnnotations(report, () => undefined);
      assert.lengthOf(annotations.join("").split("\n"), 1);
    });
});
