import type { LockedContract } from "../../src/internal/deployments/lock/lock-model.ts";

const ADDRESS = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const hashOf = (digit: string): string => `0x${digit.repeat(64)}`;

export function lockedContract(change: Partial<LockedContract> = {}): LockedContract {
  return {
    chainId: 296,
    name: "Vault",
    address: ADDRESS,
    id: "0.0.1234",
    code: hashOf("a"),
    metadata: "ipfs://QmVault",
    transaction: hashOf("b"),
    build: { contract: "contracts/Vault.sol:Vault", compiler: "0.8.28+commit.7893614a", input: hashOf("c") },
    record: { runtime: "exact_match", creation: "match", sources: hashOf("d") },
    claims: ["runtime-code", "sources", "libraries", "record"],
    libraries: { "contracts/Maths.sol:Maths": "0x00000000000000000000000000000000000000AA" },
    proxy: {
      kind: "EIP-1967",
      implementation: "0x00000000000000000000000000000000000000bb",
      beacon: null,
      admin: "0x00000000000000000000000000000000000000cC",
    },
    tools: ["ignition"],
    commit: "1".repeat(40),
    lockedAt: "2026-11-01T12:00:00Z",
    ...change,
  };
}
