import { decodeCode, encodeCode } from "../../domain/code-template.ts";
import { hashCode } from "../../domain/keccak.ts";
import type { Sides } from "../../domain/match.ts";
import { formatLength } from "../../text/amounts.ts";
import { type Finding, failed, passed } from "../check.ts";

export function compareText(expected: string, actual: string): Finding {
  return expected === actual ? passed(actual) : failed(expected, actual);
}

/** The finding shows the first string that differs. */
export function compareEach(expected: string, actual: readonly string[]): Finding {
  return compareText(expected, actual.find((text) => text !== expected) ?? expected);
}

/** Compares two bytecodes byte for byte. Accepts 0x-prefixed hex in uppercase or lowercase. */
export function compareBytes(expected: string, actual: string, reason?: string): Finding {
  const same = expected.toLowerCase() === actual.toLowerCase();
  return same ? passed(describeCode(actual)) : failed(describeCode(expected), describeCode(actual), reason);
}

/** Formats both matches: `creation match, runtime exact_match`. */
export function describeSides({ creationMatch, runtimeMatch }: Sides): string {
  return `creation ${creationMatch ?? "none"}, runtime ${runtimeMatch ?? "none"}`;
}

/**
 * Describes bytecode by length and hash, because it is too long to print. Accepts compiled code without 0x and with
 * placeholders.
 */
export function describeCode(code: string): string {
  const bytes = code === "" ? undefined : decodeCode(code);
  if (bytes === undefined) return "no code";
  return `${formatLength(bytes.length)}, keccak256 ${hashCode(encodeCode(bytes)).slice(0, 18)}…`;
}

const SHOWN = 3;
const MAX_NAME_LENGTH = 60;

/**
 * Lists the first few names and the number of remaining names. Shortens long names, because a service may send names of
 * any length.
 */
export function listNames(names: readonly string[]): string {
  const shown = names
    .slice(0, SHOWN)
    .map((name) => (name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name));
  const more = names.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/**
 * Explains a difference between the node and the query service: whichever differs from the record is probably wrong.
 */
export function findDissenter(chain: string, query: string, record: string | null | undefined): string {
  const third = record?.toLowerCase();
  if (third === undefined)
    return "the record contains no such code, so it is unknown which of the two is wrong";
  if (third === chain.toLowerCase())
    return "the record agrees with the chain, so the query service is probably wrong: it lags behind, or serves another network";
  if (third === query.toLowerCase())
    return "the record agrees with the query service, so the chain's node is probably wrong: it lags behind, or serves another network";
  return "the record agrees with neither, so it is unknown which of the two is wrong";
}
