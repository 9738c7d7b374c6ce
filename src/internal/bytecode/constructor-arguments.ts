import { Interface, type InterfaceAbi } from "ethers/abi";

/** Constructor arguments, as they follow the creation code. */
export interface ConstructorArguments {
  /** 0x-hex. */
  readonly encoded: string;
  /** By the ABI; null where the bytes are no canonical encoding of its types. */
  readonly decoded:
    | readonly { readonly name: string; readonly type: string; readonly value: string }[]
    | null;
}

/**
 * Decodes what follows a creation code by the constructor's types.
 *
 * @param tail 0x-hex.
 * @returns null where there is nothing to decode: no arguments and no parameters.
 */
export function readConstructorArguments(tail: string, abi: InterfaceAbi): ConstructorArguments | null {
  const { inputs } = new Interface(abi).deploy;
  if (tail === "0x" && inputs.length === 0) return null;
  return { encoded: tail, decoded: decodeCanonical(tail, abi) };
}

function decodeCanonical(tail: string, abi: InterfaceAbi): ConstructorArguments["decoded"] {
  const contract = new Interface(abi);
  const coder = contract.getAbiCoder();
  const { inputs } = contract.deploy;
  try {
    const values = coder.decode(inputs, tail);
    // What does not encode back to the same bytes is not what the constructor was called with.
    if (coder.encode(inputs, values) !== tail) return null;
    return inputs.map((input, index) => ({
      name: input.name,
      type: input.type,
      value: printValue(values[index]),
    }));
  } catch {
    return null;
  }
}

function printValue(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return `[${value.map((item: unknown) => printValue(item)).join(", ")}]`;
  return String(value);
}
