const MINUTE_S = 60;
const DAY_S = 86_400;

/** A longer timeout for another try, in seconds: the double, in whole minutes. */
export function longerTimeout(passedS: number): number {
  return Math.min(Math.max(Math.round((passedS * 2) / MINUTE_S) * MINUTE_S, MINUTE_S), DAY_S);
}
