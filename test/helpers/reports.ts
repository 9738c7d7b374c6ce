import type { ContractReport, Report } from "../../src/internal/report/model.ts";
import { STRANGE_CODE, VAULT_CODE } from "./report-code.ts";
import {
  CREATION_HASH,
  claimsWith,
  contractOf,
  EXACT,
  JOB_ID,
  MATH_ADDRESS,
  MINIMAL_SUBMISSION,
  OWNER_ADDRESS,
  PARTIAL,
  PASSED_CHECKS,
  PROVEN_CLAIMS,
  passed,
  problemOf,
  reportOf,
  TOKEN_ADDRESS,
  VAULT_ADDRESS,
} from "./report-parts.ts";

/** Without a contract id, a creation or a block. */
const targetAt = (address: string): ContractReport["target"] => ({
  input: address,
  address,
  contractId: null,
  creationTransactionHash: null,
  blockNumber: null,
});

const UNCHECKED = { match: null, checks: [], links: [] } as const;
const NOT_SENT = { verificationId: null, submitted: [] } as const;

const contractReport = (
  exitCode: Report["exitCode"],
  contract: Partial<ContractReport>,
  fields: Partial<Report> = {},
): Report => reportOf([contractOf(contract)], exitCode, fields);

const differing = (
  kind: ContractReport["differences"][number]["kind"],
  offset: number,
  length: number,
  expected: string,
  actual: string,
) => ({ side: "runtime", kind, offset, length, expected, actual }) as const;

const CREATION_UNKNOWN = {
  id: "creation-code",
  state: "open",
  witnesses: [],
  reason: "the creation is not known",
  mayClose: false,
} as const;

const verifiedExact = contractOf({
  verdict: "verified",
  claims: PROVEN_CLAIMS,
  constructorArguments: {
    encoded: `0x${"0".repeat(24)}${OWNER_ADDRESS.slice(2).toLowerCase()}${"0".repeat(59)}f4240`,
    decoded: [
      { name: "initialOwner", type: "address", value: OWNER_ADDRESS },
      { name: "cap", type: "uint256", value: "1000000" },
      {
        name: "config",
        type: "tuple",
        value: `[1, ${MATH_ADDRESS}]`,
        declaredType: "struct Config",
        fields: [
          { name: "mode", type: "uint8", value: "1", declaredType: "enum Vault.Mode", member: "Open" },
          { name: "oracle", type: "address", value: MATH_ADDRESS, declaredType: "contract IOracle" },
        ],
      },
    ],
  },
  immutables: {
    "12": `0x${"0".repeat(24)}${OWNER_ADDRESS.slice(2).toLowerCase()}`,
    "214": `0x${"0".repeat(59)}f4240`,
  },
  decodedImmutables: [
    {
      id: "12",
      name: "owner",
      contract: "Owned",
      type: "address",
      value: OWNER_ADDRESS,
      declaredType: "contract IOwner",
    },
    { id: "214", name: "cap", contract: "Vault", type: "uint256", value: "1000000" },
  ],
  libraries: { "contracts/MathLib.sol:MathLib": MATH_ADDRESS },
  code: VAULT_CODE,
  witnesses: [
    { witness: "chain", operator: "node and query service" },
    { witness: "query service", operator: "node and query service" },
    { witness: "record", operator: "verification service" },
    { witness: "build", operator: "this project" },
  ],
});

const checkFailed = contractOf({
  outcome: "check-failed",
  verdict: "refuted",
  claims: claimsWith(CREATION_UNKNOWN, {
    id: "sources",
    state: "refuted",
    witnesses: ["record", "build"],
    reason: "sources",
  }),
  match: PARTIAL,
  ...NOT_SENT,
  sourceDifferences: [
    {
      path: "contracts/Vault.sol",
      diff: "@@ -3,3 +3,3 @@\n contract Vault {\n-    uint256 public cap = 1;\n+    uint256 public cap = 2;\n }",
      note: "12 more lines differ",
    },
  ],
  checks: [
    ...PASSED_CHECKS.slice(0, 4),
    {
      id: "sources",
      subject: "4 sources by keccak256",
      status: "failed",
      expected: "contracts/Vault.sol 0x6a4f…91c2",
      actual: "contracts/Vault.sol 0x03de…77b0",
      witnesses: ["record", "build"],
      reason: "1 of 4 sources on record is not the one of the build: contracts/Vault.sol",
    },
    passed("abi", "ABI", ["record", "build"]),
    passed("runtime-code", "code at the address", ["chain", "record"]),
    {
      id: "creation-code",
      subject: "creation code and constructor arguments",
      status: "skipped",
      witnesses: [],
      reason: "the creation transaction is unknown",
    },
    {
      id: "not-deleted",
      subject: "the contract is not deleted",
      status: "unknown",
      witnesses: ["query service"],
      reason: "the query service answered 503 after 4 tries",
    },
  ],
  error: problemOf("VC412", {
    facts: [
      ["Contract", "contracts/Vault.sol:Vault"],
      ["Address", `${VAULT_ADDRESS} on chain 296`],
      ["Failed", "sources"],
    ],
    likely: "somebody verified it before from other sources that compile to the same code",
    next: "npx hardhat verify-contract 0.0.5421877 --min-match exact_match",
  }),
});

const noBuild = contractOf({
  target: targetAt(TOKEN_ADDRESS),
  outcome: "no-build",
  contract: null,
  ...UNCHECKED,
  expectedMatch: null,
  ...NOT_SENT,
  code: STRANGE_CODE,
  candidates: [
    {
      fullyQualifiedName: "contracts/Token.sol:Token",
      buildId: "solc-0_8_28-4c1ff1b8",
      summary: "57 bytes of code differ; constants and metadata agree",
      differences: [differing("code", 214, 57, "6080604052…", "6080806040…")],
      explanations: [
        {
          kind: "constant",
          side: "runtime",
          text: "only 57 bytes from byte 214 differ",
          certainty: "likely",
          next: "use --build-info to name the build that was deployed",
        },
      ],
    },
    {
      fullyQualifiedName: "contracts/TokenV2.sol:Token",
      buildId: "solc-0_8_28-4c1ff1b8",
      summary: "the code on chain is 3.1 kB, this one 4.4 kB",
      differences: [differing("length", 0, 1310, "4410 bytes", "3100 bytes")],
      explanations: [],
    },
  ],
  error: problemOf("VC204", {
    values: { sources: "the sources in this project" },
    facts: [
      ["Address", `${TOKEN_ADDRESS} on chain 296`],
      ["Compared", "42 contracts of 3 build files"],
      ["Nearest", "contracts/Token.sol:Token: 57 bytes of code from byte 214; constants and metadata agree"],
    ],
    likely: "the optimizer setting: the code on chain is 3.1 kB, yours 4.4 kB",
    next: `npx hardhat verify-contract ${TOKEN_ADDRESS} --build-info artifacts-production/build-info`,
  }),
  timings: { totalMs: 1_502, targetMs: 402, buildMs: 1_100 },
});

const matchNotExact = contractOf({
  verdict: "match",
  claims: claimsWith({
    id: "sources",
    state: "vouched",
    witnesses: ["record", "build"],
    reason: "the runtime match does not cover the metadata",
  }),
  match: PARTIAL,
  expectedMatch: {
    creation: "match",
    runtime: "match",
    reasons: ["the build has no metadata hash (bytecodeHash: none)"],
  },
});

const runtimeOnly = contractOf({
  verdict: "verified",
  target: { ...targetAt(VAULT_ADDRESS), blockNumber: 21_554_003 },
  claims: claimsWith(CREATION_UNKNOWN, {
    id: "deployment",
    state: "open",
    witnesses: [],
    reason: "the creation transaction is unknown",
    mayClose: false,
  }),
});

const NO_COMPILER = {
  state: "open",
  witnesses: [],
  reason: "no compiler 0.8.28+commit.7893614a on this machine",
  mayClose: false,
} as const;

const notProven = contractOf({
  outcome: "not-proven",
  verdict: "not-proven",
  ...NOT_SENT,
  contract: null,
  claims: claimsWith({ id: "runtime-code", ...NO_COMPILER }, CREATION_UNKNOWN, {
    id: "sources",
    ...NO_COMPILER,
  }),
  error: problemOf("VC416", {
    facts: [["runtime-code", "no compiler 0.8.28+commit.7893614a on this machine"]],
    next: "npm install --save-dev solc-0.8.28@npm:solc@0.8.28",
  }),
});

const timedOut = contractOf({
  outcome: "timed-out",
  ...UNCHECKED,
  error: problemOf("VC407", {
    facts: [
      ["Job", JOB_ID],
      ["Deadline", "300 s"],
      ["Last state", "pending after 101 polls"],
    ],
    likely: "the service has a queue",
    next: "npx hardhat verify-contract 0.0.5421877",
  }),
  timings: { totalMs: 300_000, targetMs: 402, buildMs: 1_100, jobMs: 298_498 },
});

const FORWARDED: NonNullable<ContractReport["forwarded"]> = [
  {
    to: "etherscan",
    state: "accepted",
    verificationId: "jvs5kb7ghzvvufy7gdpfnsxjcgz6ieyu8e1azc5bw9g1gzdkpr",
    explorerUrl: `https://etherscan.io/address/${VAULT_ADDRESS}`,
    statusUrl:
      "https://api.etherscan.io/v2/api?module=contract&action=checkverifystatus&chainid=1&guid=jvs5kb7ghzvvufy7gdpfnsxjcgz6ieyu8e1azc5bw9g1gzdkpr",
    contractApiUrl: `https://api.etherscan.io/v2/api?module=contract&action=getabi&chainid=1&address=${VAULT_ADDRESS}`,
  },
  {
    to: "blockscout",
    state: "already-verified",
    explorerUrl: `https://eth.blockscout.com/address/${VAULT_ADDRESS}`,
  },
  { to: "routescan", state: "not-accepted", reason: "Daily limit of 100 source code submissions reached" },
];

const FACTS = ["name", "compiler", "settings", "sources", "arguments", "libraries"] as const;
const SAME = FACTS.map((id) => ({ id, status: "passed" as const }));

/** One explorer per state; the second shows older sources. */
export const EXPLORERS: NonNullable<ContractReport["explorers"]> = [
  {
    explorer: "etherscan",
    name: "Etherscan",
    state: "shown",
    match: "exact",
    by: "this-run",
    verificationId: "jvs5kb7ghzvvufy7gdpfnsxjcgz6ieyu8e1azc5bw9g1gzdkpr",
    addedLibraries: ["contracts/Maths.sol:Maths"],
    facts: SAME,
    proxy: "not-linked",
    url: `https://etherscan.io/address/${VAULT_ADDRESS}`,
  },
  {
    explorer: "blockscout",
    name: "Blockscout",
    state: "shown",
    match: "partial",
    by: "before",
    facts: SAME.map((fact) =>
      fact.id === "settings"
        ? { ...fact, status: "differing" as const, reason: "optimizer.runs" }
        : fact.id === "libraries"
          ? { ...fact, status: "unknown" as const, reason: "not shown" }
          : fact,
    ),
    url: `https://eth.blockscout.com/address/${VAULT_ADDRESS}`,
  },
  {
    explorer: "routescan",
    name: "Routescan",
    state: "waiting",
    reason: "Daily limit of 250 source code submissions reached: run the command again tomorrow",
    facts: [],
  },
  { explorer: "my-scan", name: "my-scan", state: "refused", reason: "Fail - Unable to verify", facts: [] },
];

export const REPORTS = {
  "verified-exact": reportOf([verifiedExact], 0),
  "verified-shown": reportOf([{ ...verifiedExact, explorers: EXPLORERS }], 0),
  "verified-forwarded": contractReport(
    0,
    {
      target: { ...targetAt(VAULT_ADDRESS), creationTransactionHash: CREATION_HASH, blockNumber: 21_554_003 },
      verdict: "verified",
      claims: claimsWith({
        id: "identity",
        state: "proven",
        witnesses: [],
        reason: "no query service is configured",
      }),
      links: [{ label: "sources", url: `https://repo.sourcify.dev/1/${VAULT_ADDRESS}` }],
      forwarded: FORWARDED,
    },
    {
      network: { name: "mainnet", chainId: 1 },
      services: { verification: "https://sourcify.dev/server", query: null, status: null },
    },
  ),
  "already-verified": contractReport(0, {
    outcome: "already-verified",
    ...NOT_SENT,
    timings: { totalMs: 2_311 },
  }),
  upgraded: contractReport(0, {
    submitted: [
      MINIMAL_SUBMISSION,
      {
        ...MINIMAL_SUBMISSION,
        verificationId: "0f5a3c1e-2d1b-4d44-9a0f-0a55a1b0c9d2",
        sources: "full",
        reason: "the minimal input did not match exactly",
        bytes: 96_204,
        files: [...MINIMAL_SUBMISSION.files, { path: "project/contracts/Registry.sol", bytes: 77_240 }],
      },
    ],
    verificationId: "0f5a3c1e-2d1b-4d44-9a0f-0a55a1b0c9d2",
    previousMatch: PARTIAL,
    match: { ...EXACT, creationMatch: "match" },
    expectedMatch: {
      creation: "match",
      runtime: "exact_match",
      reasons: ["the creation code has other metadata"],
    },
  }),
  "match-not-exact": reportOf([matchNotExact], 0),
  "verified-runtime-only": reportOf([runtimeOnly], 0),
  "not-proven": reportOf([notProven], 1),
  "no-build": reportOf([noBuild], 1),
  "check-failed": reportOf([checkFailed], 1),
  mismatch: contractReport(1, {
    outcome: "mismatch",
    ...UNCHECKED,
    differences: [
      differing("metadata", 3_047, 53, "a2646970…", "a2646970…"),
      differing("immutable", 611, 32, "0000…0000", "0000…f4240"),
    ],
    error: problemOf("VC404", {
      facts: [["The service said", '"The onchain and recompiled bytecodes don\'t match." (no_match)']],
      next: "npx hardhat verify-contract 0.0.5421877 --sources full",
    }),
  }),
  unavailable: contractReport(3, {
    outcome: "unavailable",
    ...UNCHECKED,
    ...NOT_SENT,
    error: problemOf("VC401", {
      facts: [
        ["Service", "https://sourcify.dev/server"],
        ["Tried", "5 times in 31 s"],
        ["Last", "connect ECONNREFUSED"],
      ],
      next: "npx hardhat verify-contract status",
    }),
    timings: { totalMs: 31_204 },
  }),
  "timed-out": reportOf([timedOut], 3, { finishedAt: "2026-03-02T10:20:12.004Z" }),
  "dry-run": contractReport(0, {
    outcome: "dry-run",
    ...UNCHECKED,
    verificationId: null,
    submitted: [{ ...MINIMAL_SUBMISSION, sent: false, verificationId: null }],
    constructorArguments: verifiedExact.constructorArguments,
  }),
  "not-deployed": contractReport(1, {
    target: targetAt(TOKEN_ADDRESS),
    outcome: "not-deployed",
    contract: null,
    ...UNCHECKED,
    expectedMatch: null,
    ...NOT_SENT,
    error: problemOf("VC301", {
      values: { address: TOKEN_ADDRESS, chainId: 296 },
      facts: [
        ["Network", "testnet"],
        ["Waited", "15 s"],
      ],
      likely: "another network, or a mistyped address",
    }),
    timings: { totalMs: 15_320 },
  }),
  "several-contracts": reportOf([verifiedExact, matchNotExact, noBuild, timedOut], 1),
  "wrong-use": reportOf([], 2, {
    network: null,
    services: { verification: null, query: null, status: null },
    error: problemOf("VC105", {
      values: { value: CREATION_HASH.slice(0, 20) },
      facts: [["Option", "--creation-tx-hash"]],
      likely: "the hash was cut off",
    }),
  }),
} satisfies Readonly<Record<string, Report>>;
