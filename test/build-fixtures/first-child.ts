import { Contract, JsonRpcProvider, type JsonRpcSigner } from "ethers";

const FACTORY = ["function make()", "function children(uint256) view returns (address)"];

export async function makeChild(signer: JsonRpcSigner, factory: string): Promise<string> {
  const contract = new Contract(factory, FACTORY, signer);
  await (await contract.getFunction("make")()).wait();
  return await contract.getFunction("children")(0);
}

export async function firstChild(url: string, factory: string): Promise<string> {
  const provider = new JsonRpcProvider(url);
  try {
    return await new Contract(factory, FACTORY, provider).getFunction("children")(0);
  } finally {
    provider.destroy();
  }
}
