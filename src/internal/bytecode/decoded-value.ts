import { AbiCoder, ParamType } from "ethers/abi";
import type { DecodedValue } from "../report/model.ts";
import { withoutUndefined } from "../text/is-object.ts";

/** What the ABI says of a parameter. */
export interface AbiParameter {
  readonly name?: unknown;
  readonly internalType?: unknown;
  readonly components?: unknown;
}

/** The members of an enum by its `internalType`; undefined where they are not known. */
export type MembersOf = (internalType: string) => readonly string[] | undefined;

/** Describes a value that ethers has decoded. */
export function describeValue(
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
