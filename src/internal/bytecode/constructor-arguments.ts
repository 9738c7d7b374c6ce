import { ConstructorFragment, type ParamType } from "ethers/abi";
import { codeLength } from "../domain/code-template.ts";
import type { ConstructorArguments } from "../report/model.ts";
import { type AbiParameter, CODER, describeValue, type MembersOf } from "./decoded-value.ts";

/** Bytes. A chain takes half as many with the code, and decoding takes the square of their time. */
const LONGEST_DECODED = 100_000;

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
  const declared = abi.find(({ type }) => type === "constructor") ?? { type: "constructor", inputs: [] };
  const types = parameterTypes(declared);
  if (tail === "0x" && types?.length === 0) return null;
  const decoded =
    types === null || codeLength(tail) > LONGEST_DECODED
      ? null
      : decodeCanonical(tail, types, declared, membersOf);
  return { encoded: tail, decoded };
}

/**
 * Not by ethers' Interface, which writes to the console about what it can't parse.
 *
 * @returns null for a constructor that an ABI can't have.
 */
function parameterTypes(declared: Abi[number]): readonly ParamType[] | null {
  try {
    return ConstructorFragment.from(declared).inputs;
  } catch {
    return null;
  }
}

function decodeCanonical(
  tail: string,
  types: readonly ParamType[],
  { inputs }: Abi[number],
  membersOf: MembersOf | undefined,
): ConstructorArguments["decoded"] {
  // Ethers drops `internalType`.
  const parameters: readonly AbiParameter[] = Array.isArray(inputs) ? inputs : [];
  try {
    const values = CODER.decode(types, tail);
    // Only a canonical encoding proves the values.
    if (CODER.encode(types, values) !== tail) return null;
    return types.map((input, index) =>
      describeValue(values[index], input, parameters[index] ?? {}, membersOf),
    );
  } catch {
    return null;
  }
}
