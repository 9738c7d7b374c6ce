import { Interface, type JsonFragment, type ParamType } from "ethers/abi";

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
export function readConstructorArguments(
  tail: string,
  abi: readonly Readonly<Record<string, unknown>>[],
): ConstructorArguments | null {
  // Only the constructor: of what it can't read, such as a library's functions, ethers writes to the console.
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
    // What does not encode back to the same bytes is not what the constructor was called with.
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

/** Inside of arrays and tuples text is in quotes, so that an empty one is seen and none is taken for something else. */
function printValue(value: unknown, type: ParamType): string {
  if (type.baseType === "string") return JSON.stringify(value);
  if (!Array.isArray(value)) return String(value);
  const typeOf = (index: number) => type.arrayChildren ?? type.components?.[index];
  return `[${value.map((item: unknown, index) => printItem(item, typeOf(index))).join(", ")}]`;
}

function printItem(value: unknown, type: ParamType | undefined): string {
  return type === undefined ? String(value) : printValue(value, type);
}
