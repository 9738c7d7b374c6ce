import { flipByte } from "../../helpers/compile.ts";

/** `undefined` removes the key. */
export type OtherValue = readonly [how: string, value: unknown];

const FOREIGN = `0x${"ab".repeat(20)}`;
const YEAR_S = 31_536_000;
const MATCHES = ["match", "exact_match", null];

/** For fields that are null in the good case. */
const INSTEAD_OF_NULL: Readonly<Record<string, readonly OtherValue[]>> = {
  match: MATCHES.map((match) => [`null to ${match}`, match] as const),
  creationMatch: MATCHES.map((match) => [`null to ${match}`, match] as const),
  expiration_timestamp: [["past instead of null", "1600000000.000000000"]],
  file_id: [["an id instead of null", "0.0.9"]],
  obtainer_id: [["an id instead of null", "0.0.9"]],
  proxy_account_id: [["an id instead of null", "0.0.9"]],
  auto_renew_account: [["an id instead of null", "0.0.9"]],
  contract_id: [["an id instead of null", "0.0.9"]],
  auto_renew_period: [["a number instead of null", 60]],
  permanent_removal: [["true instead of null", true]],
  proxyType: [["a name instead of null", "EIP1967Proxy"]],
  bytecode: [["code instead of null", "0x6001"]],
  onchainBytecode: [["code instead of null", "0x6001"]],
};

export function otherValues(key: string, value: unknown): readonly OtherValue[] {
  if (value === null) return INSTEAD_OF_NULL[key] ?? [["a text instead of null", "other"]];
  const elsewhere = key === "fullyQualifiedName" ? [["another path", `x/${value}`] as const] : [];
  return [...ofItsKind(value), ...elsewhere, ["null", null], ["removed", undefined]];
}

function ofItsKind(value: unknown): readonly OtherValue[] {
  if (typeof value === "boolean") return [["the opposite", !value]];
  if (typeof value === "number")
    return [["one more", value + 1], ...(value > 0 ? [["one less", value - 1] as const] : [])];
  return typeof value === "string" ? ofText(value) : [];
}

function ofText(text: string): readonly OtherValue[] {
  if (MATCHES.includes(text))
    return MATCHES.filter((match) => match !== text && match !== null).map((match) => [
      `${text} to ${match}`,
      match,
    ]);
  if (/^0x[0-9a-f]{40}$/i.test(text)) return [["another address", FOREIGN]];
  if (/^0x([0-9a-f]{2})+$/i.test(text)) return ofCode(text);
  if (/^\d{4}-\d\d-\d\dT/.test(text)) {
    const moved = (seconds: number) => new Date(Date.parse(text) + seconds * 1000).toISOString();
    return [
      ["a year earlier", moved(-YEAR_S)],
      ["a year later", moved(YEAR_S)],
    ];
  }
  const [seconds, fraction] = text.split(".");
  if (/^\d{10}\.\d{1,9}$/.test(text)) {
    const moved = (by: number) => `${Number(seconds) + by}.${fraction}`;
    return [
      ["a year earlier", moved(-YEAR_S)],
      ["three seconds earlier", moved(-3)],
      ["three seconds later", moved(3)],
      ["a year later", moved(YEAR_S)],
    ];
  }
  if (/^\d+\.\d+\.\d+$/.test(text)) return [["another id", `${text}7`]];
  if (/^\d+$/.test(text)) return [["one more", String(BigInt(text) + 1n)], ...less(text)];
  return [
    ["another name", `${text}x`],
    ["empty", ""],
  ];
}

function less(text: string): readonly OtherValue[] {
  return text === "0" ? [] : [["one less", String(BigInt(text) - 1n)]];
}

function ofCode(code: string): readonly OtherValue[] {
  const bytes = code.length / 2 - 1;
  const flipped: readonly OtherValue[] = [
    ["first byte flipped", flipByte(code, 0)],
    ["byte in the middle flipped", flipByte(code, Math.floor(bytes / 2))],
    ["last byte flipped", flipByte(code, -1)],
    ["shortened", code.slice(0, -2)],
    ["lengthened", `${code}00`],
  ];
  if (bytes <= 60) return flipped;
  return [
    ...flipped,
    ["byte 30 flipped", flipByte(code, 30)],
    ["byte of the metadata's hash flipped", flipByte(code, -20)],
    ["no code at all", "0x"],
  ];
}
