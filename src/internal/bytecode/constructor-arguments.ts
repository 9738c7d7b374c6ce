import { Interface, type JsonFragment, type ParamType } from "ethers/abi";

/** The constructor arguments that follow the creation code. */
export interface ConstructorArguments {
  /** 0x-hex. */
  readonly encoded: string;
  /** Decoded by the ABI; null where the bytes are not the canonical encoding of its types. */
  readonly decoded:
    | readonly { readonly name: string; readonly type: string; readonly value: string }[]
    | null;
}

/**
 * Decodes the bytes that follow a creation code as constructor arguments.
 *
 * @param tail 0x-hex.
 * @returns null for no bytes and no parameters.
 */
export function readConstructorArguments(
  tail: string,
  abi: readonly Readonly<Record<string, unknown>>[],
): ConstructorArguments | null {
  // Only the constructor: ethers writes to the console about fragments that it can't parse, such as a library's.
  const constructors = abi.filter((fragment) => fragment.type === "constructor");
  const contract = new Interface(constructors as readonly JsonFragment[]);
  if (tail === "0x" && contract.deploy.inputs.length === 0) return null;
  return { encoded: tail, decoded: decodeCanonical(tail, contract) };
}

function decodeCanonical(tail: string, contract: Interface): ConstructorArguments["decoded"] {
  const coder = contract.getAbiCoder();
  const { inputs } = contract.deploy;
  try {
    const values = coder.decode(inputs, tail);
    // Only a canonical encoding proves the values.
    if (coder.encode(inputs, values) !== tail) return null;
    return inputs.map((input, index) => ({
      name: input.name,
      type: input.type,
      value: input.baseType === "string" ? String(values[index]) : printValue(values[index], input),
    }));
  } catch {
    return null;
  }
}

/** Quotes strings inside arrays and tuples, so that empty strings and commas stay unambiguous. */
function printValue(value: unknown, type: ParamType): string {
  if (type.baseType === "string") return JSON.stringify(value);
  if (!Array.isArray(value)) return String(value);
  const typeOf = (index: number) => type.arrayChildren ?? type.components?.[index];
  return `[${value.map((item: unknown, index) => printItem(item, typeOf(index))).join(", ")}]`;
}

function printItem(value: unknown, type: ParamType | undefined): string {
  return type === undefined ? String(value) : printValue(value, type);
}
