import { readFile } from "node:fs/promises";
import path from "node:path";

import { ContractFactory, JsonRpcProvider } from "ethers";

/** Deploys a generated contract from its artifact. */
export async function deploy(
  rpcUrl: string,
  project: string,
  index: number,
): Promise<{ readonly address: string }> {
  const file = path.join(project, "artifacts/contracts", `Item${index}.sol`, `Item${index}.json`);
  const { abi, bytecode } = JSON.parse(await readFile(file, "utf8")) as { abi: []; bytecode: string };
  return await deployCode(rpcUrl, abi, bytecode);
}

/** Deploys a contract without constructor arguments, with the node's first account. */
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
