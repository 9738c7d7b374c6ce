import { Interface } from "ethers/abi";
import { contractOf, creationInput as inputOf } from "../compile.ts";
import { create as deployCode, loggedAddress, transact } from "../deploy.ts";
import type { DevelopmentChain } from "../local/development-chain.ts";
import { compileProgram, splitContract } from "./compile-program.ts";
import type { Deployment, Phenomenon, Program } from "./phenomenon.ts";

export interface OnChain {
  /** Checksummed. */
  readonly address: string;
  readonly runtimeBytecode: string;
  /** Undefined if the transaction is unknown. */
  readonly transactionHash: string | undefined;
  /** The transaction's input; undefined if a contract created this one, or if the transaction is unknown. */
  readonly creationBytecode: string | undefined;
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
      const receipt = await transact(chain, factory.address, { data: call });
      const { transactionHash } = receipt;
      return {
        ...(await codeAt(chain, loggedAddress(receipt))),
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
  // With a tail no arguments are encoded, and Yul contracts have no ABI.
  return tail === undefined
    ? inputOf(contract, libraries, args)
    : `${inputOf({ ...contract, abi: [] }, libraries)}${tail}`;
}

async function create(chain: DevelopmentChain, input: string, value = 0n): Promise<OnChain> {
  const fields = { value: `0x${value.toString(16)}` };
  const { address, transactionHash } = await deployCode(chain, input, fields);
  return { ...(await codeAt(chain, address)), transactionHash, creationBytecode: input };
}

async function codeAt(
  chain: DevelopmentChain,
  address: string,
): Promise<Pick<OnChain, "address" | "runtimeBytecode">> {
  return { address, runtimeBytecode: String(await chain.request("eth_getCode", address, "latest")) };
}
