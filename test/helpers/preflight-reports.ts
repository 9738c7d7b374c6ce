import { makePreflightReport } from "../../src/internal/pipeline/preflight/preflight.ts";
import type { PreflightContract, PreflightFinding, PreflightReport } from "../../src/report.ts";

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

export function contractNamed(name: string, fields: Partial<PreflightContract> = {}): PreflightContract {
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
const TIMES = {
  startedAt: new Date("2026-11-21T12:00:00Z"),
  finishedAt: new Date("2026-11-21T12:00:02Z"),
  leftOut: { tests: 14, scripts: 3, dependencies: 120, withoutMetadata: 0 },
};

export const PREFLIGHT_REPORTS: Readonly<Record<string, PreflightReport>> = {
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
      ...Array.from({ length: 12 }, (_, index) =>
        contractNamed(`Pool${index + 1}`, {
          findings: [HASH],
          expectedMatch: NOT_EXACT,
          shownBy: "compiler",
        }),
      ),
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
