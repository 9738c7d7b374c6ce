import { respelt, type Spelling, textOf, type Value } from "./hostile-values.ts";
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

/** Plausible but wrong: most wrong data has the right form. */
const TEXTS = [
  "",
  "x",
  "\u001b[32m✔ Verified\u001b[0m\r\n\u202e",
  "\u0000\b\u007f\u009b2J",
  "contracts/Other.sol",
  "0.8.27+commit.40a35a09",
  "Other",
  "uint8",
  "constructor",
  "operational",
  "critical",
];
const MATCHES = ["null", '"match"', '"exact_match"'];
const DIGITS = ["0", "1", "5", "295", "296", "31337", "12345678901234567890"];

const MATCH = /^(exact_)?match$/;
const INTEGER = /^\d+$/;
const DATE = /^\d{4}-\d\d-\d\dT/;
const HEX = /^0x[0-9a-f]+$/i;
const ENTITY_ID = /^\d+\.\d+\.\d+$/;
const TIMESTAMP = /^\d+\.\d+$/;
const UUID = /^[0-9a-f]{8}-/;

/** True for strings whose form nobody checks. */
function isForPeople(tree: Tree): boolean {
  const text = stringIn(tree);
  const forms = [MATCH, INTEGER, DATE, HEX, ENTITY_ID, TIMESTAMP, UUID];
  return text !== undefined && !forms.some((form) => form.test(text));
}

/** The number selects one of several values of the same kind. */
function anotherOfItsKind(tree: Tree, n: number): string {
  if (tree.kind !== "leaf") return tree.kind === "array" ? "[]" : "{}";
  const one = (all: readonly string[]): string => all[n % all.length] ?? "null";
  const text = stringIn(tree);
  if (text === undefined) {
    if (tree.text === "null") return one([...MATCHES, '"0x"', '"0.0.5"', "false", "[]", "{}"]);
    if (tree.text === "true" || tree.text === "false") return String(tree.text === "false");
    return one(DIGITS);
  }
  if (MATCH.test(text)) return one(MATCHES);
  if (INTEGER.test(text)) return JSON.stringify(one(DIGITS));
  if (DATE.test(text)) return one(['"2020-01-01T00:00:00Z"', '"2126-01-01"', '"0"', "null"]);
  if (HEX.test(text)) return JSON.stringify(otherHex(text, n));
  if (ENTITY_ID.test(text)) return one(['"0.0.1"', '"1.2.3"', '"0.0.9999999999"']);
  if (TIMESTAMP.test(text)) return one(['"1.000000001"', '"9999999999.9"', '"0"']);
  return JSON.stringify(one(TEXTS));
}

/** Mostly keeps the length, because another length is noticed at once. */
function otherHex(text: string, n: number): string {
  const digits = text.slice(2);
  switch (n % 6) {
    case 0:
      return `0x${"ab".repeat(digits.length / 2)}`;
    case 1:
      return `0x${digits.slice(0, -2)}${digits.endsWith("00") ? "01" : "00"}`;
    case 2:
      return `0x${digits.slice(0, n % digits.length)}0${digits.slice((n % digits.length) + 1)}`;
    case 3:
      return `0x${digits}00`;
    case 4:
      return `0x${digits.slice(0, digits.length - (digits.length % 4) - 4)}`;
    default:
      return "0x";
  }
}
