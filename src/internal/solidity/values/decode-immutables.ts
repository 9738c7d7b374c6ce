import { decodeWord } from "../../bytecode/decoded-value.ts";
import type { ImmutableReferences } from "../../domain/code-template.ts";
import type { DecodedImmutable } from "../../report/model.ts";
import { withoutUndefined } from "../../text/is-object.ts";
import type { DeclaredImmutable } from "./named-values.ts";

/**
 * Returns undefined if declarations and IDs can't be paired: an immutable that the runtime code never reads has no
 * reference.
 *
 * @param values 0x-prefixed hex, keyed by the compiler's ID or by the position in the code, such as `@214`.
 * @param declared The declarations, in ID order.
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
    return key === undefined ? [] : [decodeImmutable(key, values[key] ?? "0x", immutable)];
  });
}

function decodeImmutable(
  id: string,
  word: string,
  { name, contract, type, declaredType, members }: DeclaredImmutable,
): DecodedImmutable {
  // If the word isn't a valid value for the type, it is shown unchanged.
  const value = decodeWord(word, type) ?? word;
  const member = members?.[Number(value)];
  return withoutUndefined({ id, name, contract, type, value, declaredType, member });
}
