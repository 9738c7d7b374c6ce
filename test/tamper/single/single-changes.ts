import type { Answers, Body } from "../bases/base.ts";
import type { Tampering, World } from "../tampering.ts";
import { otherValues } from "./other-values.ts";

type Path = readonly string[];

/** Fields that the pipeline doesn't request are only changed as a whole. */
const NOT_ASKED: ReadonlySet<string> = new Set([
  ...["userdoc", "devdoc", "sourceIds", "transientStorageLayout", "additionalInput"],
  ...["stdJsonInput", "stdJsonOutput"],
]);

export function singleChanges(answers: Answers): readonly Tampering[] {
  return (["record", "query", "block"] as const).flatMap((from) => visit(answers[from], [from]));
}

function visit(value: Body, path: Path): readonly Tampering[] {
  if (typeof value !== "object" || value === null) {
    const others = value === undefined ? [] : otherValues(path.at(-1) ?? "", value);
    return others.map(([how, other]) => change(path, how, () => other));
  }
  if (path.length === 2 && NOT_ASKED.has(path[1] ?? ""))
    return [change(path, "null", () => null), change(path, "removed", () => undefined)];
  const inner = Object.entries(value).flatMap(([key, it]) => visit(it, [...path, key]));
  return path.length === 1 ? inner : [...ofContainer(value, path), ...inner];
}

function ofContainer(value: Body, path: Path): readonly Tampering[] {
  const common = [change(path, "null", () => null), change(path, "removed", () => undefined)];
  if (Array.isArray(value)) {
    if (value.length === 0) return [...common, change(path, "an item added", () => [itemFor(path)])];
    return [
      ...common,
      change(path, "emptied", () => []),
      change(path, "first item dropped", (list) => list.slice(1)),
      change(path, "last item twice", (list) => [...list, list.at(-1)]),
    ];
  }
  const [first] = Object.keys(value);
  if (first === undefined) return common;
  return [
    ...common,
    change(path, "emptied", () => ({})),
    change(path, "first key renamed", ({ [first]: it, ...rest }) => ({ [`${first}x`]: it, ...rest })),
    change(path, "a member added", (map) => ({ ...map, other: structuredClone(map[first]) })),
  ];
}

/** A plausible item for the list. */
function itemFor(path: Path): Body {
  switch (path.at(-1)) {
    case "implementations":
      return { address: `0x${"ab".repeat(20)}` };
    case "transformations":
      return { type: "replace", reason: "immutable", offset: 40, id: "7" };
    case "function":
    case "event":
    case "error":
      return {
        signature: "other()",
        signatureHash32: "0x85295877a4d5b9b2cdbaa1acb8a5d5ba4d8e9f5a0d5e5b4ea2a5c2ed3a3b5c10",
        signatureHash4: "0x85295877",
      };
    case "storage":
      return { astId: 1, contract: "a.sol:A", label: "other", offset: 0, slot: "0", type: "t_uint256" };
    case "remappings":
      return "other/=other/";
    case "inputs":
    case "outputs":
      return { internalType: "uint256", name: "other", type: "uint256" };
    default:
      return {};
  }
}

function change(path: Path, how: string, make: (value: Body) => unknown): Tampering {
  const name = `${path.join(".")}: ${how}`;
  return { name, expected: expectedChecks(name), apply: (world) => set(world, path, make) };
}

function set(world: World, path: Path, make: (value: Body) => unknown): void {
  const key = path.at(-1) ?? "";
  const parent: Body = path.slice(0, -1).reduce((inner: Body, each) => inner[each], world);
  const value = make(parent[key]);
  if (value !== undefined) parent[key] = value;
  else if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

/** By the name of a tampering, the checks of which at least one must notice it. The first match counts. */
const EXPECTED: readonly (readonly [field: RegExp, checks: readonly string[]])[] = [
  [/^record\.creationMatch: null/, ["match-claim", "replay-creation"]],
  [/^record\.(match|creationMatch|runtimeMatch):/, ["match-claim", "match-good-enough"]],
  [/^record\.address:/, ["record-address"]],
  [/^record\.chainId:/, ["record-chain"]],
  [/^record\.verifiedAt:/, ["stale-record"]],
  [/^record\.runtimeBytecode\.onchainBytecode:/, ["runtime-code-chain"]],
  [/^record\.creationBytecode\.onchainBytecode:/, ["creation-code-chain"]],
  [
    /^record\.(runtime|creation)Bytecode\.recompiledBytecode:/,
    ["recompiled-code", "match-claim", "record-references"],
  ],
  [/^record\.runtimeBytecode\.transformation/, ["replay-runtime"]],
  [/^record\.creationBytecode\.transformation/, ["replay-creation"]],
  [/^record\.\w+Bytecode\.(linkReferences|immutableReferences|cborAuxdata)/, ["record-references"]],
  [/^record\.runtimeBytecode:/, ["runtime-code-chain"]],
  [/^record\.creationBytecode:/, ["creation-code-chain"]],
  [/^record\.deployment/, ["deployment-transaction"]],
  [/^record\.sources/, ["record-sources"]],
  [/^record\.compilation\.compilerVersion:/, ["compiler-version"]],
  [/^record\.compilation/, ["compilation", "contract-name"]],
  [/^record\.abi/, ["abi"]],
  [/^record\.metadata\.compiler/, ["metadata-hash", "compiler-version"]],
  [/^record\.metadata\.language/, ["metadata-hash", "compilation"]],
  [/^record\.metadata\.settings\.compilationTarget/, ["metadata-hash", "contract-name"]],
  [/^record\.metadata\.settings/, ["metadata-hash", "settings", "contract-name"]],
  [/^record\.metadata\.sources/, ["metadata-hash", "build-sources", "record-sources"]],
  [/^record\.metadata/, ["metadata-hash", "record-sources"]],
  [/^record\.signatures/, ["signatures"]],
  [/^record\.storageLayout/, ["storage-layout"]],
  [/^record\.proxyResolution/, ["proxy"]],
  [/^query\.evm_address:/, ["query-address"]],
  [/^query\.runtime_bytecode:/, ["runtime-code-query"]],
  [/^query\.bytecode:/, ["creation-code-query"]],
  [/^query\.deleted:/, ["not-deleted"]],
  [/^query\.expiration_timestamp:/, ["not-expired"]],
  [/^query\.created_timestamp:/, ["created-in-block"]],
  [/^block\.timestamp/, ["created-in-block"]],
];

/** Empty for a field that nothing reads. */
function expectedChecks(name: string): readonly string[] {
  return EXPECTED.find(([field]) => field.test(name))?.[1] ?? [];
}
