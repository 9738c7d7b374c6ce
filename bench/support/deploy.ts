import { readFile } from "node:fs/promises";
import path from "node:path";

import { ContractFactory, JsonRpcProvider } from "ethers";

/** Deploys a generated contract from its artifact, with the node's first account. */
export async function deploy(
  rpcUrl: string,
  project: string,
  index: number,
): Promise<{ readonly address: string }> {
  const file = path.join(project, "artifacts/contracts", `Item${index}.sol`, `Item${index}.json`);
  const { abi, bytecode } = JSON.parse(await readFile(file, "utf8")) as { abi: []; bytecode: string };
  const provider = new JsonRpcProvider(rpcUrl);
  try {
    const contract = await new ContractFactory(abi, bytecode, await provider.getSigner(0)).deploy();
    await contract.waitForDeployment();
    return { address: await contract.getAddress() };
  } finally {
    provider.destroy();
  }
}
