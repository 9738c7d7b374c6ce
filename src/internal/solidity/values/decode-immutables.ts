import { decodeWord } from "../../bytecode/decoded-value.ts";
import type { ImmutableReferences } from "../../domain/code-template.ts";
import type { DecodedImmutable } from "../../report/model.ts";
import { withoutUndefined } from "../../text/is-object.ts";
import type { DeclaredImmutable } from "./named-values.ts";

/**
 * Names and decodes the immutables of a code on chain.
 *
 * @param values 0x-hex, by the compiler's id, or by the position in the code, `@214`.
 * @param references Of the build's runtime code, by the compiler's ids.
 * @param declared In the order of the ids.
 * @returns undefined where declarations and ids can't be brought together: an immutable that the runtime code never reads
 *   has no reference.
 */
export function decodeImmutables(
  values: Readonly<Record<string, string>>,
  references: ImmutableReferences,
  declared: readonly DeclaredImmutable[],
): readonly DecodedImmutable[] | undefined {
  const ids = Object.keys(references);
  if (ids.length !== declared.length || !ids.every((id) => /^\d+$/.test(id))) return undefined;
  const inOrder = ids.toSorted((one, other) => Number(one) - Number(other));
  return declared.flatMap((immutable, index) => {
    const id = inOrder[index] ?? "";
    const keys = [id, ...(references[id] ?? []).map(({ start }) => `@${start}`)];
    const key = keys.find((each) => Object.hasOwn(values, each));
    return key === undefined ? [] : [decoded(key, values[key] ?? "0x", immutable)];
  });
}

function decoded(
  id: string,
  word: string,
  { name, contract, type, declaredType, members }: DeclaredImmutable,
): DecodedImmutable {
  // A word that isn't a value of the type is shown as it is.
  const value = decodeWord(word, type) ?? word;
  const member = members?.[Number(value)];
  return withoutUndefined({ id, name, contract, type, value, declaredType, member });
}
