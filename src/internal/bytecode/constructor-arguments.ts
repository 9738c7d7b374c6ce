import { Interface, type JsonFragment } from "ethers/abi";
import type { DecodedValue } from "../report/model.ts";
import { type AbiParameter, describeValue, type MembersOf } from "./decoded-value.ts";

/** The constructor arguments that follow the creation code. */
export interface ConstructorArguments {
  /** 0x-hex. */
  readonly encoded: string;
  /** Decoded by the ABI; null where the bytes are not the canonical encoding of its types. */
  readonly decoded: readonly DecodedValue[] | null;
}

type Abi = readonly Readonly<Record<string, unknown>>[];

/**
 * Decodes the bytes that follow a creation code as constructor arguments.
 *
 * @param tail 0x-hex.
 * @param membersOf The members of enums. @default none are known
 * @returns null for no bytes and no parameters.
 */
export function readConstructorArguments(
  tail: string,
  abi: Abi,
  membersOf?: MembersOf,
): ConstructorArguments | null {
  // Only the constructor: ethers writes to the console about fragments that it can't parse, such as a library's.
  const constructors = abi.filter((fragment) => fragment.type === "constructor");
  const contract = new Interface(constructors as readonly JsonFragment[]);
  if (tail === "0x" && contract.deploy.inputs.length === 0) return null;
  return { encoded: tail, decoded: decodeCanonical(tail, contract, parametersOf(constructors), membersOf) };
}

/** Ethers drops `internalType`. */
function parametersOf([declared]: Abi): readonly AbiParameter[] {
  return Array.isArray(declared?.inputs) ? declared.inputs : [];
}

function decodeCanonical(
  tail: string,
  contract: Interface,
  parameters: readonly AbiParameter[],
  membersOf: MembersOf | undefined,
): ConstructorArguments["decoded"] {
  const coder = contract.getAbiCoder();
  const { inputs } = contract.deploy;
  try {
    const values = coder.decode(inputs, tail);
    // Only a canonical encoding proves the values.
    if (coder.encode(inputs, values) !== tail) return null;
    return inputs.map((input, index) =>
      describeValue(values[index], input, parameters[index] ?? {}, membersOf),
    );
  } catch {
    return null;
  }
}
