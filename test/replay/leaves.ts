import type { ContractEntry, Door } from "../../src/internal/evidence/schema.ts";
import type { Chance } from "../interrupt/chance.ts";
import type { RecordedWorld } from "./worlds.ts";

/** Includes values in the JSON of texts. */
export interface Leaf {
  /** Keys and indexes; `→` enters the JSON of a text. */
  readonly path: readonly (string | number)[];
  readonly value: string | number | boolean;
}

const INTO = "→";

export function leavesOf(value: unknown, path: Leaf["path"] = []): readonly Leaf[] {
  if (typeof value === "string") {
    const inner = jsonOf(value);
    return inner === undefined ? [{ path, value }] : leavesOf(inner, [...path, INTO]);
  }
  if (typeof value === "number" || typeof value === "boolean") return [{ path, value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    leavesOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

export function replaced(value: unknown, [first, ...rest]: Leaf["path"], by: Leaf["value"]): unknown {
  if (first === undefined) return by;
  if (first === INTO) return JSON.stringify(replaced(jsonOf(String(value)), rest, by));
  if (Array.isArray(value)) return value.map((each, at) => (at === first ? replaced(each, rest, by) : each));
  const entries = Object.entries(value as object);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, key === first ? replaced(each, rest, by) : each]),
  );
}

/** `contract.exchanges[].answer.text→sources`: the same for all items of a list. */
export function pathWords(path: Leaf["path"]): string {
  return path
    .map((part, at) =>
      typeof part === "number"
        ? "[]"
        : part === INTO || at === 0 || path[at - 1] === INTO
          ? part
          : `.${part}`,
    )
    .join("");
}

/** Undefined unless the text is a JSON object or list. */
function jsonOf(text: string): object | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const SERVICES = ["node", "query service", "verification service"] as const;
/** Each is a part, together with its questions. */
const DOORS: Readonly<Record<string, readonly Door[]>> = {
  builds: ["build files", "build", "standard JSON input", "missing build files", "output"],
  compiler: ["compiler"],
  journal: ["journal"],
  transactions: ["transactions"],
};
const OTHERS = ["builds", "compiler", "journal", "transactions", "request", "world"] as const;

export type Part = (typeof SERVICES)[number] | (typeof OTHERS)[number];

export interface Recipe {
  readonly base: string;
  readonly donor: string;
  readonly parts: readonly Part[];
}

export function recipe(worlds: readonly string[], chance: Chance): Recipe {
  const base = chance.below(worlds.length);
  const donor = (base + 1 + chance.below(worlds.length - 1)) % worlds.length;
  const parts = new Set<Part>([chance.of([...SERVICES])]);
  for (let more = chance.below(4); more > 0; more -= 1) parts.add(chance.of([...SERVICES, ...OTHERS]));
  return { base: worlds[base] ?? "", donor: worlds[donor] ?? "", parts: [...parts] };
}

export function recombined(base: ContractEntry, donor: ContractEntry, parts: readonly Part[]): ContractEntry {
  const doors = new Set(parts.flatMap((part): readonly string[] => DOORS[part] ?? [part]));
  const isTaken = ({ door }: ContractEntry["entries"][number]): boolean => doors.has(door);
  return {
    ...base,
    ...(doors.has("request") ? { request: donor.request } : {}),
    ...(doors.has("world") ? { world: donor.world } : {}),
    entries: [...base.entries.filter((entry) => !isTaken(entry)), ...donor.entries.filter(isTaken)],
  };
}

/** True if node, query service and record have different codes, so that nothing may be verified. */
export function isContradiction(base: RecordedWorld, donor: RecordedWorld, parts: readonly Part[]): boolean {
  const codes = SERVICES.map((service) => (parts.includes(service) ? donor : base).code[service]);
  return codes.some((code) => code === undefined || code !== codes[0]);
}
