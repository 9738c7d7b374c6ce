import type { ErrorCode } from "../../src/internal/errors/catalogue.ts";
import { advice } from "../../src/internal/errors/next-step.ts";
import { type ProblemDetails, problem } from "../../src/internal/errors/problem.ts";
import type {
  BuildContract,
  Check,
  ContractReport,
  ExpectedMatch,
  Problem,
  Report,
  StoredMatch,
  SubmissionReport,
} from "../../src/internal/report/model.ts";

export const VAULT_ADDRESS = "0x6076586EA1ce15ddCf19208Ec6346cF748DfFbee";
export const OWNER_ADDRESS = "0x9E326f4F4C1B9057164Ef592671cF0D37C8040C0";
export const MATH_ADDRESS = "0x1213060d8b0F09323186f47A587f91a2c075Dd87";
export const TOKEN_ADDRESS = "0xBA975da4d2459Aa3F11D31291a25A8358F84946d";
export const CREATION_HASH = "0x410075e4a2119284da451f1682257d9c1c8f1ed52285a68ddcaa7b28d238f0e0";
export const JOB_ID = "5c1f1f35-9a5c-4c0e-8a43-1f1d0c9f5a51";

export const EXACT: StoredMatch = {
  match: "exact_match",
  creationMatch: "exact_match",
  runtimeMatch: "exact_match",
  verifiedAt: "2026-03-02T10:15:21Z",
  matchId: "1842",
};

export const PARTIAL: StoredMatch = {
  ...EXACT,
  match: "match",
  creationMatch: "match",
  runtimeMatch: "match",
};

const EXPECT_EXACT: ExpectedMatch = { creation: "exact_match", runtime: "exact_match", reasons: [] };

export const VAULT_BUILD: BuildContract = {
  name: "Vault",
  sourceName: "contracts/Vault.sol",
  line: 12,
  fullyQualifiedName: "contracts/Vault.sol:Vault",
  identifier: "project/contracts/Vault.sol:Vault",
  compilerVersion: "0.8.28+commit.7893614a",
  language: "Solidity",
  buildId: "solc-0_8_28-4c1ff1b8f1b1b2ab1a7a6d3f2d0f6e1c8a2b9d07",
  buildFile: "artifacts/build-info/solc-0_8_28-4c1ff1b8f1b1b2ab1a7a6d3f2d0f6e1c8a2b9d07.json",
};

export const MINIMAL_SUBMISSION: SubmissionReport = {
  sent: true,
  verificationId: JOB_ID,
  sources: "minimal",
  reason: "only what the contract imports",
  contractIdentifier: VAULT_BUILD.identifier,
  compilerVersion: VAULT_BUILD.compilerVersion,
  creationTransactionHash: CREATION_HASH,
  bytes: 18_412,
  files: [
    { path: "npm/@openzeppelin/contracts@5.7.0/access/Ownable.sol", bytes: 3_114 },
    { path: "npm/@openzeppelin/contracts@5.7.0/utils/Context.sol", bytes: 874 },
    { path: "project/contracts/MathLib.sol", bytes: 612 },
    { path: "project/contracts/Vault.sol", bytes: 4_930 },
  ],
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: "cancun",
    remappings: ["project/:@openzeppelin/contracts/=npm/@openzeppelin/contracts@5.7.0/"],
  },
};

export const PASSED_CHECKS: Check[] = [
  passed("match", "the stored match is good enough", ["record", "request"]),
  passed("address", "address and chain of the record", ["record", "chain"]),
  passed("compiler", "compiler version", ["record", "build"]),
  passed("contract-name", "name of the contract", ["record", "build"]),
  passed("sources", "4 sources by keccak256", ["record", "build"]),
  passed("abi", "ABI", ["record", "build"]),
  passed("runtime-code", "code at the address", ["chain", "query service", "record"]),
  passed("creation-code", "creation code and constructor arguments", ["chain", "query service", "record"]),
  passed("not-deleted", "the contract is not deleted", ["query service"]),
  passed("evm-address", "EVM address of the contract id", ["query service"]),
];

export function passed(id: string, subject: string, witnesses: Check["witnesses"]): Check {
  return { id, subject, status: "passed", witnesses };
}

export const PROVEN_CLAIMS: NonNullable<ContractReport["claims"]> = [
  { id: "runtime-code", state: "proven", witnesses: ["chain", "build"] },
  { id: "creation-code", state: "proven", witnesses: ["chain", "build"] },
  { id: "sources", state: "proven", witnesses: ["chain", "record", "build"] },
  { id: "interface", state: "proven", witnesses: ["record", "build"] },
  { id: "libraries", state: "proven", witnesses: ["chain", "build"] },
  { id: "implementation", state: "proven", witnesses: [], reason: "the contract forwards no calls" },
  { id: "identity", state: "vouched", witnesses: ["query service"] },
  { id: "deployment", state: "proven", witnesses: ["chain"] },
  { id: "record", state: "proven", witnesses: ["chain", "record"] },
];

export function claimsWith(
  ...changed: NonNullable<ContractReport["claims"]>
): NonNullable<ContractReport["claims"]> {
  return PROVEN_CLAIMS.map((claim) => changed.find(({ id }) => id === claim.id) ?? claim);
}

export function contractOf(fields: Partial<ContractReport> = {}): ContractReport {
  return {
    target: {
      input: "0.0.5421877",
      address: VAULT_ADDRESS,
      contractId: "0.0.5421877",
      creationTransactionHash: CREATION_HASH,
      blockNumber: 21_554_003,
    },
    deployments: [],
    outcome: "verified",
    contract: VAULT_BUILD,
    match: EXACT,
    previousMatch: null,
    expectedMatch: EXPECT_EXACT,
    verificationId: JOB_ID,
    submitted: [MINIMAL_SUBMISSION],
    constructorArguments: null,
    libraries: {},
    immutables: {},
    proxy: null,
    explanations: [],
    checks: PASSED_CHECKS,
    differences: [],
    candidates: [],
    links: [
      { label: "record", url: `https://sourcify.dev/server/v2/contract/296/${VAULT_ADDRESS}` },
      { label: "sources", url: `https://repo.sourcify.dev/296/${VAULT_ADDRESS}` },
      { label: "HashScan", url: `https://hashscan.io/testnet/contract/${VAULT_ADDRESS}` },
    ],
    timings: { totalMs: 9_412, targetMs: 412, buildMs: 1_090, jobMs: 7_101, checksMs: 809 },
    ...claimed(fields),
    ...fields,
  };
}

function claimed({
  outcome = "verified",
  match = EXACT,
}: Partial<ContractReport>): Pick<ContractReport, "claims" | "verdict"> {
  if (outcome !== "verified" && outcome !== "already-verified") return {};
  return match?.match === "match" ? VOUCHED : { claims: PROVEN_CLAIMS, verdict: "verified" };
}

const VOUCHED: Pick<ContractReport, "claims" | "verdict"> = {
  claims: claimsWith({ id: "sources", state: "vouched", witnesses: ["record", "build"] }),
  verdict: "match",
};

export function reportOf(
  contracts: ContractReport[],
  exitCode: Report["exitCode"],
  fields: Partial<Report> = {},
): Report {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of contracts) {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return {
    schema: "verify-contract/1",
    tool: { name: "hardhat-verify-contract", version: "0.1.0" },
    startedAt: "2026-03-02T10:15:12.004Z",
    finishedAt: "2026-03-02T10:15:21.611Z",
    network: { name: "testnet", chainId: 296 },
    services: {
      verification: "https://sourcify.dev/server",
      query: "https://testnet.mirrornode.hedera.com",
      status: null,
    },
    shard: null,
    contracts,
    passedOver: [],
    summary: { total: contracts.length, outcomes },
    exitCode,
    ...fields,
  };
}

export function problemOf(
  code: ErrorCode,
  { next, ...details }: Omit<ProblemDetails, "next"> & { readonly next?: string | undefined },
): Problem {
  return problem(code, { ...details, next: next === undefined ? undefined : advice(next) });
}
