import { AbiCoder, ConstructorFragment, ParamType } from "ethers/abi";
import type { Abi } from "../domain/build.ts";
import { codeLength } from "../domain/code-template.ts";
import type { ConstructorArguments, DecodedValue } from "../report/model.ts";
import { withoutUndefined } from "../text/is-object.ts";

interface AbiParameter {
  readonly name?: unknown;
  readonly internalType?: unknown;
  readonly components?: unknown;
}

/** Returns the members of the enum with this `internalType`, or undefined if they are unknown. */
export type EnumMembers = (internalType: string) => readonly string[] | undefined;

function describeValue(
  value: unknown,
  type: ParamType,
  parameter: AbiParameter,
  membersOf: EnumMembers = () => undefined,
): DecodedValue {
  const { internalType } = parameter;
  const declaredType =
    typeof internalType === "string" && internalType !== type.type ? internalType : undefined;
  const member = declaredType === undefined ? undefined : membersOf(declaredType)?.[Number(value)];
  return withoutUndefined({
    name: type.name,
    type: type.type,
    value: type.baseType === "string" ? String(value) : printValue(value, type),
    declaredType,
    member,
    fields: describeFields(value, type, parameter, membersOf),
  });
}

/**
 * Limits the decoded size, because arrays with overlapping encodings could decode to gigabytes. Compilers never write
 * such encodings.
 */
export const CODER = AbiCoder.defaultAbiCoder();
AbiCoder._setDefaultMaxInflation(1);

/**
 * Decodes a word as an elementary type's value.
 *
 * @param word 0x-prefixed hex, 32 bytes.
 * @returns undefined unless the word is the type's canonical encoding.
 */
export function decodeWord(word: string, type: string): string | undefined {
  try {
    const [value] = CODER.decode([type], word);
    return CODER.encode([type], [value]) === word.toLowerCase()
      ? printValue(value, ParamType.from(type))
      : undefined;
  } catch {
    return undefined;
  }
}

function describeFields(
  value: unknown,
  type: ParamType,
  parameter: AbiParameter,
  membersOf: EnumMembers,
): readonly DecodedValue[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const { arrayChildren, components } = type;
  if (arrayChildren != null) {
    if (!hasStruct(arrayChildren)) return undefined;
    const { internalType } = parameter;
    const element = typeof internalType === "string" ? internalType.replace(/\[\d*\]$/, "") : undefined;
    return value.map((item: unknown) =>
      describeValue(item, arrayChildren, { ...parameter, internalType: element }, membersOf),
    );
  }
  const inner: readonly AbiParameter[] = Array.isArray(parameter.components) ? parameter.components : [];
  return components?.map((field, index) => describeValue(value[index], field, inner[index] ?? {}, membersOf));
}

function hasStruct({ components, arrayChildren }: ParamType): boolean {
  return components != null || (arrayChildren != null && hasStruct(arrayChildren));
}

/** Quotes strings inside arrays and tuples, so empty strings and commas stay unambiguous. */
function printValue(value: unknown, type: ParamType | undefined): string {
  if (type?.baseType === "string") return JSON.stringify(value);
  if (!Array.isArray(value)) return String(value);
  const getType = (index: number) => type?.arrayChildren ?? type?.components?.[index];
  return `[${value.map((item: unknown, index) => printValue(item, getType(index))).join(", ")}]`;
}

/**
 * In bytes. Twice the maximum size that chains accept for code and arguments together. Decoding time grows with the
 * square of the length.
 */
const MAX_DECODED_BYTES = 100_000;

/**
 * Decodes the bytes after creation code as constructor arguments.
 *
 * @param tail 0x-prefixed hex.
 * @param membersOf Looks up enum members. @default no enums are known
 * @returns null if there are no bytes and no parameters.
 */
export function readConstructorArguments(
  tail: string,
  abi: Abi,
  membersOf?: EnumMembers,
): ConstructorArguments | null {
  const declared = abi.find(({ type }) => type === "constructor") ?? { type: "constructor", inputs: [] };
  const types = parameterTypes(declared);
  if (tail === "0x" && types?.length === 0) return null;
  const decoded =
    types === null || codeLength(tail) > MAX_DECODED_BYTES
      ? null
      : decodeCanonical(tail, types, declared, membersOf);
  return { encoded: tail, decoded };
}

/**
 * Reads the constructor's parameters. Doesn't use ethers' Interface, which would log invalid entries to the console.
 *
 * @returns null if the constructor is invalid.
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
  membersOf: EnumMembers | undefined,
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
