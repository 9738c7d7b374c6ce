/** How often a run is ended in the middle. */
export const KILLS = natural("INTERRUPT_KILLS") ?? 50;

/** The same seed aims at the same moments; when a process gets there is not in its hands. */
export const SEED = natural("INTERRUPT_SEED") ?? Date.now() % 2 ** 31;

/** Milliseconds after which a run hangs; one that nobody ends takes some four seconds. */
export const RUN_LIMIT_MS = 60_000;

function natural(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Error(`${name} has to be a number, not ${text}`);
  return Number(text);
}
