import type { ContractEntry } from "../../src/internal/evidence/schema.ts";
import type { Chance } from "../interrupt/chance.ts";
import type { RecordedWorld } from "./worlds.ts";

const SERVICES = ["node", "query service", "verification service"] as const;
const OTHERS = ["builds", "compiled", "journal", "transactions", "request", "world"] as const;

/** A part of a contract's evidence that can be taken from another's. */
export type Part = (typeof SERVICES)[number] | (typeof OTHERS)[number];

export interface Recipe {
  readonly base: string;
  readonly donor: string;
  readonly parts: readonly Part[];
}

/** One to four parts of another world. */
export function recipe(worlds: readonly string[], chance: Chance): Recipe {
  const base = chance.below(worlds.length);
  const donor = (base + 1 + chance.below(worlds.length - 1)) % worlds.length;
  const parts = new Set<Part>([chance.of([...SERVICES])]);
  for (let more = chance.below(4); more > 0; more -= 1) parts.add(chance.of([...SERVICES, ...OTHERS]));
  return { base: worlds[base] ?? "", donor: worlds[donor] ?? "", parts: [...parts] };
}

export function recombined(base: ContractEntry, donor: ContractEntry, parts: readonly Part[]): ContractEntry {
  const isTaken = (exchange: ContractEntry["exchanges"][number]): boolean =>
    (parts as readonly string[]).includes("node" in exchange ? "node" : exchange.service);
  const others = Object.fromEntries(
    OTHERS.filter((part) => parts.includes(part)).map((part) => [part, donor[part]]),
  );
  return {
    ...base,
    ...others,
    exchanges: [
      ...base.exchanges.filter((exchange) => !isTaken(exchange)),
      ...donor.exchanges.filter(isTaken),
    ],
  };
}

/** Whether node, query service and record speak of different codes: then nothing may be verified. */
export function isContradiction(base: RecordedWorld, donor: RecordedWorld, parts: readonly Part[]): boolean {
  const codes = SERVICES.map((service) => (parts.includes(service) ? donor : base).code[service]);
  return codes.some((code) => code === undefined || code !== codes[0]);
}
