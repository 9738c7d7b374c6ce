import { textOf, type Value } from "./hostile-values.ts";
import { anotherOfItsKind, isForPeople } from "./of-its-kind.ts";
import { respelt, type Spelling } from "./spellings.ts";
import { leaf, type Member, type Place, placesOf, stringIn, type Tree, written } from "./tree.ts";

/** The n-th place among some, modulo their number. */
export interface At {
  readonly among: keyof typeof AMONG;
  readonly n: number;
}

export type MatchText = "null" | '"match"' | '"exact_match"';

export type Change =
  | { readonly do: "drop"; readonly at: At }
  | { readonly do: "repeat"; readonly at: At; readonly value: Value; readonly first: boolean }
  | { readonly do: "rename"; readonly at: At; readonly key: string }
  | { readonly do: "replace"; readonly at: At; readonly value: Value }
  | { readonly do: "vary"; readonly at: At; readonly n: number }
  | { readonly do: "add"; readonly at: At; readonly key: string; readonly value: Value }
  | { readonly do: "wrap"; readonly at: At; readonly in: "array" | "object" }
  | { readonly do: "reverse"; readonly at: At }
  | { readonly do: "spell"; readonly at: At; readonly how: Spelling; readonly digit: number }
  | { readonly do: "copy"; readonly at: At; readonly from: At }
  /** Changes all three matches consistently. */
  | { readonly do: "claim"; readonly creation: MatchText; readonly runtime: MatchText }
  /** Changes every text for people. */
  | { readonly do: "poison"; readonly text: string };

/** Keys that decide a verdict are changed more often than the rest. */
const DECIDING: ReadonlySet<string> = new Set(
  `match creationMatch runtimeMatch chainId address isJobCompleted error customCode verificationId contract
  onchainBytecode recompiledBytecode runtimeBytecode creationBytecode deployment transactionHash blockNumber
  compilerVersion fullyQualifiedName version compilationTarget keccak256 content sources metadata abi compilation
  type name evm_address deleted runtime_bytecode bytecode file_id contract_id timestamp indicator description status
  components incidents incident_updates _status`.split(/\s+/),
);

const AMONG = {
  all: () => true,
  upper: ({ path }: Place) => path.length <= 3,
  deciding: ({ member }: Place) => DECIDING.has(member.key),
  strings: ({ member }: Place) => stringIn(member.tree) !== undefined,
  codes: ({ member }: Place) => /^0x[0-9a-f]{41,}$/i.test(stringIn(member.tree) ?? ""),
} as const;

/** @returns A description; undefined if there is no such place. */
export function apply(root: Member[], change: Change): string | undefined {
  const places = placesOf(root);
  switch (change.do) {
    case "claim":
      for (const { members, index, member } of places) {
        const text = claimed(member.key, change);
        if (text !== undefined) members.splice(index, 1, { ...member, tree: leaf(text) });
      }
      return `claim creation ${change.creation}, runtime ${change.runtime}`;
    case "poison":
      for (const { members, index, member } of places) {
        const tree = isForPeople(member.tree) ? leaf(JSON.stringify(change.text)) : member.tree;
        members.splice(index, 1, { ...member, tree });
      }
      return `poison ${JSON.stringify(change.text)}`;
  }
  const place = find(places, change.at);
  if (place === undefined) return undefined;
  const { members, index, member, path } = place;
  members.splice(index, 1, ...instead(change, place, places, members === root));
  const now = members[index];
  const text = change.do === "drop" || now === undefined ? "" : `: ${written(now.tree).slice(0, 80)}`;
  return `${change.do} ${path.slice(1).join(".") || member.key || "the whole"}${text}`;
}

type InOnePlace = Exclude<Change, { do: "claim" | "poison" }>;

function instead(
  change: InOnePlace,
  { member }: Place,
  places: readonly Place[],
  isRoot: boolean,
): readonly Member[] {
  const { tree } = member;
  const become = (other: Tree): readonly Member[] => [{ ...member, tree: other }];
  switch (change.do) {
    case "drop":
      return isRoot ? become(leaf("")) : [];
    case "repeat": {
      const again = { ...member, tree: leaf(textOf(change.value)) };
      if (isRoot) return [member];
      return change.first ? [again, member] : [member, again];
    }
    case "rename":
      return [{ ...member, key: change.key }];
    case "replace":
      return become(leaf(textOf(change.value)));
    case "vary":
      return become(leaf(anotherOfItsKind(tree, change.n)));
    case "add": {
      const added = { key: change.key, tree: leaf(textOf(change.value)) };
      return tree.kind === "leaf" ? [member] : become({ ...tree, members: [...tree.members, added] });
    }
    case "wrap":
      return become({ kind: change.in, members: [{ ...member }] });
    case "reverse":
      return tree.kind === "leaf" ? [member] : become({ ...tree, members: tree.members.toReversed() });
    case "spell":
      return become(leaf(respelt(stringIn(tree) ?? "", change.how, change.digit)));
    case "copy":
      // A copy, because the original may contain this place.
      return become(structuredClone(find(places, change.from)?.member.tree ?? tree));
  }
}

function find(places: readonly Place[], { among, n }: At): Place | undefined {
  const some = places.filter(AMONG[among]);
  return some[n % some.length];
}

function claimed(
  key: string,
  { creation, runtime }: Extract<Change, { do: "claim" }>,
): MatchText | undefined {
  if (key === "creationMatch") return creation;
  if (key === "runtimeMatch") return runtime;
  if (key !== "match") return undefined;
  return (
    [creation, runtime].find((side) => side === '"exact_match"') ?? (runtime === "null" ? creation : runtime)
  );
}
