import fc from "fast-check";
import type { At, Change, MatchText } from "./changes.ts";
import { anyKey, anyValue, PEOPLE } from "./hostile-values.ts";
import { ALL_SPELLINGS } from "./spellings.ts";

const n = fc.nat(5000);
const among = (...some: readonly At["among"][]): fc.Arbitrary<At> =>
  fc.record({ among: fc.constantFrom(...some), n });
const at = among("all", "all", "upper", "deciding");
const atText = among("strings", "strings", "codes");
const match = fc.constantFrom<MatchText[]>("null", '"match"', '"exact_match"');
const doing = <const Name extends Change["do"]>(name: Name) => fc.constant(name);

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: doing("drop"), at }) },
  { weight: 8, arbitrary: fc.record({ do: doing("replace"), at, value: anyValue }) },
  { weight: 8, arbitrary: fc.record({ do: doing("vary"), at, n }) },
  { weight: 2, arbitrary: fc.record({ do: doing("repeat"), at, value: anyValue, first: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: doing("rename"), at, key: anyKey }) },
  { weight: 2, arbitrary: fc.record({ do: doing("add"), at, key: anyKey, value: anyValue }) },
  { weight: 2, arbitrary: fc.record({ do: doing("wrap"), at, in: fc.constantFrom("array", "object") }) },
  { weight: 1, arbitrary: fc.record({ do: doing("reverse"), at }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: doing("spell"),
      at: atText,
      how: fc.oneof(fc.constant("another digit" as const), fc.constantFrom(...ALL_SPELLINGS)),
      digit: n,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: doing("copy"), at, from: at }) },
  { weight: 4, arbitrary: fc.record({ do: doing("claim"), creation: match, runtime: match }) },
  { weight: 2, arbitrary: fc.record({ do: doing("poison"), text: fc.constantFrom(...PEOPLE) }) },
);

/** Mostly one change, which is the hardest to notice. */
export const changes: fc.Arbitrary<readonly Change[]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(anyChange) },
  { weight: 2, arbitrary: fc.array(anyChange, { minLength: 1, maxLength: 4 }) },
);
