import { assert } from "chai";
import type { ContractReport, Report } from "../../src/internal/report/model.ts";
import { driftReport } from "./drift-report.ts";
import { problemOf, reportOf, VAULT_BUILD } from "./report-parts.ts";
import { EXPLORERS, REPORTS } from "./reports.ts";

const IGNITION_FILE = "ignition/deployments/chain-296/journal.jsonl";

/** A contract from another report with a different name and address, as in a run over deployments. */
function of(
  report: keyof typeof REPORTS,
  name: string,
  index: number,
  fields: Partial<ContractReport> = {},
): ContractReport {
  const [contract = assert.fail()] = REPORTS[report].contracts;
  const contractName = name.split("#").at(-1) ?? name;
  const deployments = [{ tool: "ignition", name, file: IGNITION_FILE }];
  const text = JSON.stringify({ ...contract, deployments })
    .replaceAll("0.0.5421877", `0.0.${5421877 + index}`)
    .replaceAll(contract.target.address ?? "-", addressOf(index))
    .replaceAll("contracts/Vault.sol", `contracts/${contractName}.sol`)
    .replaceAll(":Vault", `:${contractName}`)
    .replaceAll('"name":"Vault"', `"name":"${contractName}"`);
  return { ...(JSON.parse(text) as ContractReport), ...fields };
}

/** The hash of the plan that all shards share. */
export const PLAN = "9f86d081884c7d65";

export function addressOf(index: number): string {
  return `0x6076586EA1ce15ddCf19208Ec6346cF748Df${index.toString(16).padStart(4, "0").toUpperCase()}`;
}

const notTried: Partial<ContractReport> = {
  outcome: "not-tried",
  contract: null,
  match: null,
  expectedMatch: null,
  verificationId: null,
  submitted: [],
  checks: [],
  links: [],
  error: problemOf("VC706", {
    facts: [["Ended by", "--bail"]],
    next: "npx hardhat verify-contract deployments chain-296 --network testnet",
  }),
  timings: { totalMs: 0 },
};

const SEVEN: ContractReport[] = [
  of("verified-exact", "VaultModule#Vault", 1),
  of("verified-exact", "VaultModule#Proxy", 2, {
    contract: {
      ...VAULT_BUILD,
      name: "ERC1967Proxy",
      fullyQualifiedName: "contracts/Proxy.sol:ERC1967Proxy",
    },
    proxy: { kind: "EIP-1967", implementation: addressOf(1), beacon: null },
    timings: { totalMs: 1_204 },
  }),
  of("match-not-exact", "MathLib", 3),
  of("unavailable", "Registry", 4),
  of("check-failed", "TokenModule#Token", 5),
  of("no-build", "Legacy", 6),
  of("already-verified", "Notary", 7, notTried),
];

const PASSED_OVER: Report["passedOver"] = [
  { name: "Multicall3", file: IGNITION_FILE, reason: "the module only refers to it, with contractAt" },
];

export function manyContracts(count: number): ContractReport[] {
  return Array.from({ length: count }, (_, index) => of("verified-exact", `Module#Contract${index}`, index));
}

export const BATCH_REPORTS = {
  "batch-shard": reportOf(SEVEN, 1, { shard: { index: 2, count: 4, plan: PLAN }, passedOver: PASSED_OVER }),
  "batch-all-good": reportOf(SEVEN.slice(0, 2), 0),
  "batch-shown": reportOf(
    SEVEN.slice(0, 2).map((contract, index) => ({ ...contract, explorers: EXPLORERS.slice(0, 2 + index) })),
    0,
  ),
  "batch-run-again": reportOf([...SEVEN.slice(0, 2), ...SEVEN.slice(3, 4)], 3),
  "batch-drift": driftReport(6),
  "batch-empty-shard": reportOf([], 0, { shard: { index: 4, count: 4, plan: PLAN } }),
  "batch-missing-shard": reportOf(SEVEN.slice(0, 2), 3, {
    passedOver: PASSED_OVER,
    error: problemOf("VC709", {
      values: { missing: "shard 2/2" },
      facts: [["Merged", "shard-1.json"]],
      next: "npx hardhat verify-contract deployments --shard 2/2 --report json=shard-2.json",
    }),
  }),
} satisfies Readonly<Record<string, Report>>;
