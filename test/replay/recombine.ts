import type { ContractEntry, Door } from "../../src/internal/evidence/schema.ts";
import type { Chance } from "../interrupt/chance.ts";
import type { RecordedWorld } from "./worlds.ts";

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
