import { readFile } from "node:fs/promises";
import path from "node:path";
import { ContractFactory, JsonRpcProvider } from "ethers";

export async function deploy(
  rpcUrl: string,
  project: string,
  index: number,
): Promise<{ readonly address: string }> {
  const { abi, bytecode } = await artifactOf(project, index);
  return await deployCode(rpcUrl, abi, bytecode);
}

/** A deployed contract with its origin. */
export interface Deployed {
  /** Checksummed. */
  readonly address: string;
  readonly transactionHash: string;
}

/**
 * Deploys the first generated contracts from their artifacts, one per block.
 *
 * @param different Number of distinct contracts. Further deployments start again at the first. @default all deployments
 * are distinct
 */
export async function deployEach(
  rpcUrl: string,
  project: string,
  count: number,
  different = count,
): Promise<readonly Deployed[]> {
  const provider = new JsonRpcProvider(rpcUrl);
  try {
    const signer = await provider.getSigner(0);
    const deployed: Deployed[] = [];
    for (let index = 0; index < count; index++) {
      const { abi, bytecode } = await artifactOf(project, index % different);
      const contract = await new ContractFactory(abi, bytecode, signer).deploy();
      const receipt = await contract.deploymentTransaction()?.wait();
      if (receipt == null) throw new Error(`contract ${index} was not deployed`);
      deployed.push({ address: await contract.getAddress(), transactionHash: receipt.hash });
    }
    return deployed;
  } finally {
    provider.destroy();
  }
}

/** Deploys a contract without constructor arguments from the node's first account. */
export async function deployCode(
  rpcUrl: string,
  abi: readonly object[],
  bytecode: string,
): Promise<{ readonly address: string }> {
  const provider = new JsonRpcProvider(rpcUrl);
  try {
    const contract = await new ContractFactory([...abi], bytecode, await provider.getSigner(0)).deploy();
    await contract.waitForDeployment();
    return { address: await contract.getAddress() };
  } finally {
    provider.destroy();
  }
}

async function artifactOf(project: string, index: number): Promise<{ abi: []; bytecode: string }> {
  const file = path.join(project, "artifacts/contracts", `Item${index}.sol`, `Item${index}.json`);
  return JSON.parse(await readFile(file, "utf8")) as { abi: []; bytecode: string };
}
