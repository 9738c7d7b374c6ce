import { Interface } from "ethers/abi";
import { getAddress } from "ethers/address";

import { type CompiledContract, contractOf, fill } from "../compile.ts";
import type { DevelopmentChain } from "../local/development-chain.ts";
import { compileProgram, splitContract } from "./compile-program.ts";
import type { Deployment, Phenomenon, Program } from "./phenomenon.ts";

/** The facts of a deployed contract on chain. */
export interface OnChain {
  /** Checksummed. */
  readonly address: string;
  readonly runtimeBytecode: string;
  /** Undefined if the transaction is unknown. */
  readonly transactionHash: string | undefined;
  /** The transaction's input; undefined if a contract created this one, or if the transaction is unknown. */
  readonly creationBytecode: string | undefined;
}

interface Receipt {
  readonly transactionHash: string;
  readonly contractAddress: string | null;
  readonly status: string;
  readonly logs: readonly { readonly data: string }[];
}

const TRANSACTION: Deployment = { kind: "transaction" };

export async function deployPhenomenon(
  chain: DevelopmentChain,
  { deployed, deployment = TRANSACTION }: Phenomenon,
): Promise<OnChain> {
  switch (deployment.kind) {
    case "transaction": {
      const input = creationInput(deployed, deployment);
      const created = await create(chain, input, deployment.value);
      return deployment.isTransactionUnknown === true
        ? { ...created, transactionHash: undefined, creationBytecode: undefined }
        : created;
    }
    case "factory": {
      const factory = await create(chain, creationInput({ ...deployed, contract: deployment.factory }, {}));
      const call = new Interface([`function ${deployment.call}`]).encodeFunctionData(deployment.call);
      const { transactionHash, logs } = await send(chain, call, factory.address);
      const made = logs[0]?.data.slice(26);
      if (made === undefined) throw new Error("The factory made nothing.");
      return {
        ...(await codeAt(chain, getAddress(`0x${made}`))),
        transactionHash,
        creationBytecode: undefined,
      };
    }
    case "raw":
      return create(chain, deployment.creationCode);
  }
}

type Filling = Omit<Extract<Deployment, { kind: "transaction" }>, "kind">;

function creationInput(program: Program, { args = [], tail, libraries = {} }: Filling): string {
  const contract = contractOf(compileProgram(program), ...splitContract(program.contract));
  const { object, linkReferences } = contract.evm.bytecode;
  const linked = Object.values(linkReferences)
    .flatMap((ofFile) => Object.entries(ofFile))
    .reduce((code, [name, ranges]) => fill(code, ranges, libraries[name] ?? "0x"), object);
  return `0x${linked}${tail ?? encodeArguments(contract, args)}`;
}

/** Encodes constructor arguments. Yul contracts have no ABI. */
function encodeArguments({ abi = [] }: Partial<CompiledContract>, args: readonly unknown[]): string {
  const constructors = abi.filter(({ type }) => type === "constructor");
  return new Interface(JSON.stringify(constructors)).encodeDeploy(args).slice(2);
}

async function create(chain: DevelopmentChain, input: string, value = 0n): Promise<OnChain> {
  const { contractAddress, transactionHash } = await send(chain, input, undefined, value);
  if (contractAddress === null) throw new Error("Nothing was deployed.");
  return { ...(await codeAt(chain, getAddress(contractAddress))), transactionHash, creationBytecode: input };
}

async function codeAt(
  chain: DevelopmentChain,
  address: string,
): Promise<Pick<OnChain, "address" | "runtimeBytecode">> {
  return { address, runtimeBytecode: String(await chain.request("eth_getCode", address, "latest")) };
}

/** Sends with enough gas for the largest possible contract. */
async function send(
  chain: DevelopmentChain,
  data: string,
  to: string | undefined,
  value = 0n,
): Promise<Receipt> {
  const [from] = (await chain.request("eth_accounts")) as readonly string[];
  const transaction = { from, data, gas: "0xf42400", value: `0x${value.toString(16)}` };
  const hash = await chain.request(
    "eth_sendTransaction",
    to === undefined ? transaction : { ...transaction, to },
  );
  const receipt = (await chain.request("eth_getTransactionReceipt", hash)) as Receipt;
  if (receipt.status !== "0x1") throw new Error(`The transaction ${receipt.transactionHash} failed.`);
  return receipt;
}
