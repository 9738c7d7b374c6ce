import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { ContractFactory, JsonRpcProvider } from "ethers";
import type { BenchProject } from "../support/bench-project.ts";
import { benchStage } from "../support/bench-stage.ts";
import { BATCH, succeed } from "../support/commands.ts";
import { FUNCTIONS_OF_A_SMALL_ONE, generateContracts } from "../support/generate-contracts.ts";
import { CHAIN_ID } from "../support/hardhat.ts";
import { type ManyChains, startManyChains } from "./many-chains.ts";

/** One contract in this many is a proxy. */
const PROXY_EVERY = 10;

interface FleetContract {
  readonly name: string;
  /** Checksummed. */
  readonly address: string;
  readonly transactionHash: string;
}

/** Verified contracts that can appear on any number of chains. */
export interface Fleet {
  readonly project: BenchProject;
  readonly chains: ManyChains;
  /** The same on every chain. */
  readonly contracts: readonly FleetContract[];
}

/** Deploys and verifies contracts once, and passes them to a callback that can see them on many chains. */
export async function withFleet<Result>(
  count: number,
  use: (fleet: Fleet) => Promise<Result>,
): Promise<Result> {
  await using stage = await benchStage("fleet", sourcesOf(count));
  const { project, nodeUrl, services } = stage;
  await succeed(project.path, ["build", "--no-tests"]);
  const contracts = await deployAll(nodeUrl, project.path, count);
  const manifest = path.join(project.path, "fleet.json");
  await writeFile(
    manifest,
    JSON.stringify({
      schema: "verify-contract-deployments/1",
      chainId: CHAIN_ID,
      contracts: contracts.map(({ address, transactionHash: creationTransactionHash }) => ({
        address,
        creationTransactionHash,
      })),
    }),
  );
  await succeed(project.path, [...BATCH, manifest]);
  await using chains = await startManyChains(nodeUrl, services.verification.url);
  return await use({ project, chains, contracts });
}

/** Writes the input of the plain command line: the networks, the service, and a deployment record per contract. */
export async function recordOn(
  { project, chains, contracts }: Fleet,
  chainIds: readonly number[],
): Promise<void> {
  const endpoints = chainIds.map((chainId) => `chain${chainId} = "${chains.rpcUrl(chainId)}"`);
  await writeFile(
    path.join(project.path, "foundry.toml"),
    `[profile.default]\nsrc = "contracts"\nout = "artifacts"\n\n[rpc_endpoints]\n${endpoints.join("\n")}\n`,
  );
  await writeFile(
    path.join(project.path, "verify-contract.config.json"),
    JSON.stringify({ verification: { url: chains.serviceUrl } }),
  );
  for (const chainId of chainIds) {
    const folder = path.join(project.path, "deployments", `chain${chainId}`);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, ".chainId"), String(chainId));
    for (const { name, address, transactionHash } of contracts)
      await writeFile(
        path.join(folder, `${name}.json`),
        JSON.stringify({ address, abi: [], transactionHash }),
      );
  }
}

function sourcesOf(count: number): ReturnType<typeof generateContracts> {
  const proxies = Array.from({ length: Math.floor(count / PROXY_EVERY) }, (_, index) => ({
    file: `Proxy${index}.sol`,
    source: proxyOf(index),
  }));
  return [...generateContracts(count - proxies.length, FUNCTIONS_OF_A_SMALL_ONE), ...proxies];
}

/** An EIP-1967 proxy with unique code. */
function proxyOf(index: number): string {
  return `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

contract Proxy${index} {
    uint256 public constant NUMBER_OF_PROXY = ${index + 1};
    bytes32 private constant SLOT = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    constructor(address implementation) {
        assembly {
            sstore(SLOT, implementation)
        }
    }

    fallback() external payable {
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), sload(SLOT), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
`;
}

async function deployAll(rpcUrl: string, project: string, count: number): Promise<readonly FleetContract[]> {
  const provider = new JsonRpcProvider(rpcUrl);
  try {
    const signer = await provider.getSigner(0);
    const proxies = Math.floor(count / PROXY_EVERY);
    const deployed: FleetContract[] = [];
    const deploy = async (name: string, args: readonly string[]): Promise<void> => {
      const file = path.join(project, "artifacts/contracts", `${name}.sol`, `${name}.json`);
      const { default: artifact } = await import(file, { with: { type: "json" } });
      const contract = await new ContractFactory(artifact.abi, artifact.bytecode, signer).deploy(...args);
      const receipt = await contract.deploymentTransaction()?.wait();
      if (receipt == null) throw new Error(`${name} was not deployed`);
      deployed.push({ name, address: await contract.getAddress(), transactionHash: receipt.hash });
    };
    for (let index = 0; index < count - proxies; index++) await deploy(`Item${index}`, []);
    for (let index = 0; index < proxies; index++)
      await deploy(`Proxy${index}`, [deployed[index]?.address ?? ""]);
    return deployed;
  } finally {
    provider.destroy();
  }
}
