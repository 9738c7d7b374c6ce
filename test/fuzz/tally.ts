import { SEED } from "./settings.ts";

const kinds = new Map<string, Map<string, number>>();

export function count(kind: string, end: string): void {
  const ends = kinds.get(kind) ?? new Map<string, number>();
  kinds.set(kind, ends);
  ends.set(end, (ends.get(end) ?? 0) + 1);
}

export function counted(kind: string, ...ends: readonly string[]): number {
  return ends.reduce((sum, end) => sum + (kinds.get(kind)?.get(end) ?? 0), 0);
}

after(() => {
  let total = 0;
  const lines = [...kinds].map(([kind, ends]) => {
    const cases = [...ends.values()].reduce((sum, number) => sum + number, 0);
    total += cases;
    const sorted = [...ends].sort(([, a], [, b]) => b - a).map(([end, number]) => `${number} ${end}`);
    return `  ${kind.padEnd(32)} ${String(cases).padStart(6)}: ${sorted.join(", ")}`;
  });
  process.stdout.write(`\n  ${total} cases, FUZZ_SEED=${SEED}\n${lines.join("\n")}\n`);
});
