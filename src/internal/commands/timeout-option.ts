import { invalidValue } from "../errors/invalid-value.ts";
import { type NextStep, withOptions } from "../errors/next-step.ts";

const LONGEST_TIMEOUT_S = 86_400;

/** The seconds that an option names on the command line. @throws VC106 */
export function parseTimeout(text: string, option = "--timeout"): number {
  return validateTimeout(parseSeconds(text, option), option);
}

/** The same of any option, whose range is validated elsewhere. @throws VC106 */
export function parseSeconds(text: string, option: string): number {
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw invalidValue(option, text, "seconds, such as 60 or 0.5", { next: withUnit(text, option) });
}

const SECONDS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600 };

/** What was meant by a number with a unit. */
function withUnit(text: string, option: string): NextStep | undefined {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?) ?([a-z]+)$/.exec(text) ?? [];
  const factor = SECONDS[unit];
  const seconds = factor === undefined ? 0 : Number(number) * factor;
  return seconds > 0 && seconds <= LONGEST_TIMEOUT_S ? withOptions([option, String(seconds)]) : undefined;
}

/** @throws VC106 for a negative time, and for more than a day. */
export function validateWait(seconds: number): number {
  if (seconds >= 0 && seconds <= LONGEST_TIMEOUT_S) return seconds;
  throw invalidValue("--wait", String(seconds), `seconds, 0 or more and up to ${LONGEST_TIMEOUT_S}`);
}

/** @throws VC106 for none, for less, and for more than a day. */
export function validateTimeout(seconds: number, option = "--timeout"): number {
  if (seconds > 0 && seconds <= LONGEST_TIMEOUT_S) return seconds;
  throw invalidValue(option, String(seconds), `seconds, more than 0 and up to ${LONGEST_TIMEOUT_S}`);
}
