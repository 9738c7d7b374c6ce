import { problem } from "../../src/internal/errors/problem.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import { describeDrift } from "../../src/internal/pipeline/check-locked.ts";
import type { ContractReport, Drift, LockComparison, Report } from "../../src/internal/report/model.ts";
import { contractOf, PARTIAL, problemOf, reportOf } from "./report-parts.ts";

const SERVICES = { verification: "https://sourcify.dev/server", query: null, status: null };
export const CHAINS = [
  { name: "base", chainId: 8453 },
  { name: "hedera", chainId: 295 },
  { name: "testnet", chainId: 296 },
] as const;
type Chain = (typeof CHAINS)[number];

const FIRST = "0x9A671111111111111111111111111111111A7508";
const SECOND = "0xA51C222222222222222222222222222222B91C00";
const hashOf = (digit: string): string => `0x${digit.repeat(64)}`;

interface Compared {
  readonly drift?: readonly Drift[];
  readonly fields?: Partial<ContractReport>;
  /** @default locked while verified */
  readonly lock?: Omit<LockComparison, "drift">;
}

function lockedAs(
  name: string,
  proven: Pick<LockComparison, "unverified" | "claims"> = {
    claims: ["runtime-code", "creation-code", "sources", "implementation", "record"],
  },
): Omit<LockComparison, "drift"> {
  return {
    lockedAt: "2026-11-20T06:00:00Z",
    commit: "8f14e45fceea167a5a36dedd4bea2543f14e45fc",
    name,
    build: {
      contract: `contracts/${name}.sol:${name}`,
      compiler: "0.8.28+commit.7893614a",
      input: hashOf("c"),
    },
    ...proven,
  };
}

function compared(network: Chain, name: string, index: number, of: Compared = {}): ContractReport {
  const chain = String(network.chainId).padStart(4, "0");
  const address = `0x6076586EA1ce15ddCf19208Ec6346cF74${chain}${index.toString(16).padStart(3, "0")}`;
  const { drift = [], fields = {}, lock = lockedAs(name) } = of;
  const line = {
    command: "check",
    targets: [],
    options: [],
    globals: [["--network", network.name]],
  } as const;
  const details = describeDrift(name, address, { tools: ["hardhat-deploy"] }, drift);
  const error = problem("VC712", details, { words: HARDHAT_WORDS, line });
  return contractOf({
    network,
    target: { input: address, address, contractId: null, creationTransactionHash: null, blockNumber: null },
    outcome: drift.length === 0 ? "as-locked" : "drifted",
    contract: null,
    expectedMatch: null,
    verificationId: null,
    submitted: [],
    checks: [],
    links: [],
    timings: { totalMs: 24 },
    lock: { ...lock, drift },
    ...(drift.length === 0 ? {} : { error }),
    ...fields,
  });
}

const EXACT_SIDES = "creation exact match, runtime exact match";

/** A typical night: an upgrade, a redeployed address, missing and weaker records, a new contract, and a lost node. */
const DRIFTED: readonly ContractReport[] = [
  compared(CHAINS[0], "Bridge", 1, {
    drift: [{ kind: "implementation", claim: "implementation", locked: FIRST, found: SECOND }],
    fields: { proxy: { kind: "EIP-1967", implementation: SECOND, beacon: null } },
  }),
  compared(CHAINS[0], "Market", 2, {
    drift: [
      { kind: "code", claim: "runtime-code", locked: hashOf("a"), found: hashOf("b") },
      {
        kind: "record-weaker",
        claim: "record",
        locked: EXACT_SIDES,
        found: "creation match (not exact), runtime match (not exact)",
      },
    ],
    fields: { match: PARTIAL },
  }),
  compared(CHAINS[2], "Treasury", 3, {
    drift: [{ kind: "record-missing", claim: "record", locked: EXACT_SIDES, found: null }],
    fields: { match: null },
  }),
  compared(CHAINS[2], "Rewards", 4, {
    drift: [{ kind: "not-locked", locked: null, found: "Rewards in deployments/testnet/Rewards.json" }],
    fields: {
      match: null,
      deployments: [{ tool: "hardhat-deploy", name: "Rewards", file: "deployments/testnet/Rewards.json" }],
    },
    lock: { lockedAt: null, commit: null, claims: [] },
  }),
  compared(CHAINS[2], "Legacy", 5, {
    fields: { match: null },
    lock: lockedAs("Legacy", { unverified: "No local build has the code on chain.", claims: [] }),
  }),
  compared(CHAINS[1], "Locker", 6, {
    fields: {
      outcome: "unavailable",
      match: null,
      error: problemOf("VC302", {
        values: { network: "hedera" },
        facts: [["Reason", "connection refused"]],
        next: "npx hardhat verify-contract check --locked --all-networks",
      }),
    },
  }),
];

/** @param count Contracts without drift. */
export function driftReport(count: number): Report {
  const good = Array.from({ length: count }, (_, index) =>
    compared(CHAINS[index % CHAINS.length] ?? CHAINS[0], `Contract${index}`, index + 16),
  );
  return reportOf([...good, ...DRIFTED], 1, {
    command: "check",
    source: { commit: "8f14e45fceea167a5a36dedd4bea2543f14e45fc", dirty: false },
    network: null,
    networks: CHAINS.map((network) => ({ ...network, services: SERVICES })),
  });
}
