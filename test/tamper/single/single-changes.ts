import type { Answers, Body } from "../bases/base.ts";
import { expectedChecks } from "../expected-checks.ts";
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
