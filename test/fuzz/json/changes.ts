import fc from "fast-check";

import { anyKey, anyValue, textOf, type Value } from "./hostile-values.ts";
import { anotherOfItsKind } from "./of-its-kind.ts";
import { leaf, type Member, type Place, placesOf, stringIn, written } from "./tree.ts";

/** Which value is changed: the n-th of some, counted round and round, so that every number finds one. */
interface At {
  readonly among: "all" | "upper" | "deciding" | "strings";
  readonly n: number;
}

const SPELLINGS = {
  "upper case": (text: string) => text.toUpperCase(),
  "upper case after 0x": (text: string) =>
    text.replace(/^(0x)?(.*)$/s, (_, x, rest) => (x ?? "") + rest.toUpperCase()),
  "lower case": (text: string) => text.toLowerCase(),
  "without 0x": (text: string) => text.replace(/^0x/, ""),
  "with 0x": (text: string) => `0x${text}`,
  "with a v": (text: string) => `v${text}`,
  "one less": (text: string) => text.slice(0, -1),
  "two less": (text: string) => text.slice(0, -2),
  "one more": (text: string) => `${text}0`,
  "a byte more": (text: string) => `${text}00`,
  "a blank before": (text: string) => ` ${text}`,
  "an end of line after": (text: string) => `${text}\n`,
  "as number": (text: string) => text,
} as const;

/** One thing that is done to JSON. */
export type Change =
  | { readonly do: "drop"; readonly at: At }
  | { readonly do: "repeat"; readonly at: At; readonly value: Value; readonly first: boolean }
  | { readonly do: "rename"; readonly at: At; readonly key: string }
  | { readonly do: "replace"; readonly at: At; readonly value: Value }
  | { readonly do: "vary"; readonly at: At; readonly n: number }
  | { readonly do: "add"; readonly at: At; readonly key: string; readonly value: Value }
  | { readonly do: "wrap"; readonly at: At; readonly in: "array" | "object" }
  | { readonly do: "reverse"; readonly at: At }
  | { readonly do: "flip"; readonly at: At; readonly digit: number }
  | { readonly do: "spell"; readonly at: At; readonly how: keyof typeof SPELLINGS }
  | { readonly do: "copy"; readonly at: At; readonly from: At };

/** The names of what a verdict rests on; they are changed more often than the rest. */
const DECIDING: ReadonlySet<string> = new Set([
  ...[
    "match",
    "creationMatch",
    "runtimeMatch",
    "chainId",
    "address",
    "isJobCompleted",
    "error",
    "customCode",
  ],
  ...["verificationId", "contract", "onchainBytecode", "recompiledBytecode", "runtimeBytecode", "deployment"],
  ...[
    "creationBytecode",
    "transactionHash",
    "blockNumber",
    "compilerVersion",
    "fullyQualifiedName",
    "version",
  ],
  ...[
    "compilationTarget",
    "keccak256",
    "content",
    "sources",
    "metadata",
    "abi",
    "compilation",
    "type",
    "name",
  ],
  ...["evm_address", "deleted", "runtime_bytecode", "bytecode", "file_id", "contract_id", "timestamp"],
  ...["indicator", "description", "status", "components", "incidents", "incident_updates", "_status"],
]);

/** Does one thing to the one member of a root. Says where it was done, for people; undefined where there is no place. */
export function apply(root: Member[], change: Change): string | undefined {
  const places = placesOf(root);
  const place = find(places, change.at);
  if (place === undefined) return undefined;
  const { members, index, member } = place;
  const put = (...instead: readonly Member[]) => members.splice(index, 1, ...instead);
  const isRoot = members === root;
  switch (change.do) {
    case "drop":
      put(...(isRoot ? [{ ...member, tree: leaf("") }] : []));
      break;
    case "repeat": {
      const again = { ...member, tree: leaf(textOf(change.value)) };
      if (!isRoot) put(...(change.first ? [again, member] : [member, again]));
      break;
    }
    case "rename":
      put({ ...member, key: change.key });
      break;
    case "replace":
      put({ ...member, tree: leaf(textOf(change.value)) });
      break;
    case "vary":
      put({ ...member, tree: leaf(anotherOfItsKind(member.tree, change.n)) });
      break;
    case "add":
      if (member.tree.kind !== "leaf")
        member.tree.members.push({ key: change.key, tree: leaf(textOf(change.value)) });
      break;
    case "wrap":
      put({ ...member, tree: { kind: change.in, members: [{ ...member }] } });
      break;
    case "reverse":
      if (member.tree.kind !== "leaf") member.tree.members.reverse();
      break;
    case "copy":
      // A copy of its own: what is copied may stand around this place.
      put({ ...member, tree: structuredClone(find(places, change.from)?.member.tree ?? member.tree) });
      break;
    case "flip":
    case "spell":
      put({ ...member, tree: leaf(respelt(stringIn(member.tree) ?? "", change)) });
      break;
  }
  const now = members[index];
  const text = change.do === "drop" || now === undefined ? "" : `: ${written(now.tree).slice(0, 80)}`;
  return `${change.do} ${place.path.slice(1).join(".") || "the whole"}${text}`;
}

function find(places: readonly Place[], { among, n }: At): Place | undefined {
  const some = places.filter(AMONG[among]);
  return some[n % some.length];
}

const AMONG: Readonly<Record<At["among"], (place: Place) => boolean>> = {
  all: () => true,
  upper: ({ path }) => path.length <= 3,
  deciding: ({ member }) => DECIDING.has(member.key),
  strings: ({ member }) => stringIn(member.tree) !== undefined,
};

function respelt(text: string, change: Extract<Change, { do: "flip" | "spell" }>): string {
  if (change.do === "spell") {
    return change.how === "as number" && /^\d+$/.test(text)
      ? text
      : JSON.stringify(SPELLINGS[change.how](text));
  }
  const at = text.length === 0 ? 0 : change.digit % text.length;
  return JSON.stringify(text.slice(0, at) + (text[at] === "1" ? "2" : "1") + text.slice(at + 1));
}

const n = fc.nat(5000);
const at: fc.Arbitrary<At> = fc.record({
  among: fc.constantFrom("all" as const, "all" as const, "upper" as const, "deciding" as const),
  n,
});
const atText: fc.Arbitrary<At> = fc.record({ among: fc.constant("strings" as const), n });
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
  { weight: 3, arbitrary: fc.record({ do: doing("flip"), at: atText, digit: n }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: doing("spell"),
      at: atText,
      how: fc.constantFrom(...(Object.keys(SPELLINGS) as (keyof typeof SPELLINGS)[])),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: doing("copy"), at, from: at }) },
);

/** Mostly one change, which is the hardest to see; at the most four. */
export const changes: fc.Arbitrary<readonly Change[]> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(anyChange) },
  { weight: 2, arbitrary: fc.array(anyChange, { minLength: 1, maxLength: 4 }) },
);
