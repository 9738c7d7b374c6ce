import {
  AuxdataStyle,
  decode,
  type SolidityDecodedObject,
  type VyperDecodedObject,
} from "@ethereum-sourcify/bytecode-utils";

/** Number of cases per property, and the first seed. */
export const RUNS = {
  seed: Number(process.env.FUZZ_SEED ?? 14),
  numRuns: Number(process.env.FUZZ_CASES ?? 3000),
} as const;

/** A grammar for solc's auxdata in hex digits, independent of the CBOR decoder under test. */
const HASH = "646970667358221220[0-9a-f]{64}|65627a7a723[01]5820[0-9a-f]{64}";
const EXPERIMENTAL = "6c6578706572696d656e74616cf5";
const NUMBER = "(?:[0-5][0-9a-f]|6[0-3])";
const RELEASE = `4300${NUMBER}${NUMBER}`;
const TEXT = "(?:6[0-9a-f]|7[0-7]|78(?:1[89a-f]|[2-7][0-9a-f]))(?:[0-9a-f]{2})*";
const AUXDATA = new RegExp(
  `^a([123])(${HASH})?(${EXPERIMENTAL})?(?:64736f6c63(?:(${RELEASE})|(${TEXT})))?([0-9a-f]{4})$`,
);
const DEVELOPMENT = /^0\.\d{1,2}\.\d{1,2}-[a-z]{1,12}(?:\.\d{1,4}){0,3}(?:\+commit\.[0-9a-f]{8}(?:\.mod)?)?$/;

/** @param section Includes the two length bytes. */
export function isSolcAuxdata(section: Uint8Array): boolean {
  const match = AUXDATA.exec(hexOf(section));
  if (match === null) return false;
  const [, entries, hash, experimental, release, text, length = ""] = match;
  const there = [hash, experimental, release ?? text].filter((entry) => entry !== undefined);
  const isLength = Number.parseInt(length, 16) === section.length - 2;
  return Number(entries) === there.length && isLength && (text === undefined || isDevelopment(text));
}

/** @param text A CBOR text string in hex. */
function isDevelopment(text: string): boolean {
  const headDigits = text.startsWith("78") ? 4 : 2;
  const stated = Number.parseInt(text.slice(headDigits - 2, headDigits), 16) - (headDigits === 2 ? 0x60 : 0);
  const content = Buffer.from(text.slice(headDigits), "hex");
  return content.length === stated && DEVELOPMENT.test(content.toString("latin1"));
}

/** Appends the two length bytes to CBOR. */
export function framed(cbor: Uint8Array): Uint8Array {
  return Uint8Array.from([...cbor, cbor.length >> 8, cbor.length & 0xff]);
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(Buffer.from(hex, "hex"));
}

export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** Decodes the auxdata at the end of the code with Sourcify's own decoder; undefined if it refuses. */
export function sourcifyAuxdata(code: Uint8Array): SolidityDecodedObject | undefined {
  return decoded(code, AuxdataStyle.SOLIDITY);
}

/** Decodes the auxdata of Vyper 0.3.10 and later. */
export function sourcifyVyperAuxdata(code: Uint8Array): VyperDecodedObject | undefined {
  return decoded(code, AuxdataStyle.VYPER);
}

function decoded<T extends AuxdataStyle>(
  code: Uint8Array,
  style: T,
): ReturnType<typeof decode<T>> | undefined {
  try {
    return decode(`0x${Buffer.from(code).toString("hex")}`, style);
  } catch {
    return undefined;
  }
}
