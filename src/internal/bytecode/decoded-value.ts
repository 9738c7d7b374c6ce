import { AbiCoder, ConstructorFragment, ParamType } from "ethers/abi";
import { codeLength } from "../domain/code-template.ts";
import type { ConstructorArguments, DecodedValue } from "../report/model.ts";
import { withoutUndefined } from "../text/is-object.ts";

interface AbiParameter {
  readonly name?: unknown;
  readonly internalType?: unknown;
  readonly components?: unknown;
}

/** The members of an enum by its `internalType`; undefined where they are not known. */
export type MembersOf = (internalType: string) => readonly string[] | undefined;

function describeValue(
  value: unknown,
  type: ParamType,
  parameter: AbiParameter,
  membersOf: MembersOf = () => undefined,
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
    fields: fieldsOf(value, type, parameter, membersOf),
  });
}

/** Reads no byte twice, as compilers encode: arrays that share their bytes would become gigabytes of values. */
export const CODER = AbiCoder.defaultAbiCoder();
AbiCoder._setDefaultMaxInflation(1);

/**
 * Decodes a word as a value of an elementary type.
 *
 * @param word 0x-hex, 32 bytes.
 * @returns undefined where the word is not the canonical encoding of the type.
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

function fieldsOf(
  value: unknown,
  type: ParamType,
  parameter: AbiParameter,
  membersOf: MembersOf,
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

/** Quotes strings inside arrays and tuples, so that empty strings and commas stay unambiguous. */
function printValue(value: unknown, type: ParamType | undefined): string {
  if (type?.baseType === "string") return JSON.stringify(value);
  if (!Array.isArray(value)) return String(value);
  const typeOf = (index: number) => type?.arrayChildren ?? type?.components?.[index];
  return `[${value.map((item: unknown, index) => printValue(item, typeOf(index))).join(", ")}]`;
}

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
