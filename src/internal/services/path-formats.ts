import type { ErrorCode } from "../errors/catalogue.ts";
import { VerifyContractError } from "../errors/problem.ts";

interface PathFormat {
  readonly name: string;
  readonly pattern: RegExp;
  readonly expected: string;
  readonly example: string;
  /** @default VC106 */
  readonly code?: ErrorCode;
}

const ENTITY = /^(\d{1,10}\.){0,2}\d{1,10}$/;

function entity(name: string, example: string): PathFormat {
  return { name, pattern: ENTITY, expected: `an entity id such as ${example}`, example };
}

const POSITIVE: Omit<PathFormat, "name"> = {
  pattern: /^\d{1,19}$/,
  expected: "1 to 19 decimal digits",
  example: "7",
};

/** Keyed by the parameter names in endpoints.ts. The formats follow the API description where it defines one. */
export const PATH_FORMATS = {
  chainId: {
    name: "The chain id",
    pattern: /^\d{1,20}$/,
    expected: "1 to 20 decimal digits",
    example: "296",
  },
  address: {
    name: "The address",
    pattern: /^0x[a-fA-F0-9]{40}$/,
    expected: "0x and 40 hexadecimal digits",
    example: "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e",
  },
  verificationId: {
    name: "The verification id",
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
    expected: "a UUID",
    example: "c9c43c39-76fd-4619-9921-089f9e74caac",
  },
  contractIdOrAddress: {
    name: "The contract",
    pattern: /^(\d{1,10}\.){0,2}(\d{1,10}|(0x)?[A-Fa-f0-9]{40})$/,
    expected: "a contract id such as 0.0.1234, or an address",
    example: "0.0.1234",
    code: "VC102",
  },
  // An alias is the unpadded base32 encoding (RFC 4648) of a public key.
  idOrAliasOrEvmAddress: {
    name: "The account",
    pattern: /^(\d{1,10}\.){0,2}(\d{1,10}|(0x)?[A-Fa-f0-9]{40}|[A-Z2-7]{11,200})$/,
    expected: "an account id such as 0.0.1234, an alias in base32, or an address",
    example: "0.0.1001",
  },
  tokenId: entity("The token", "0.0.2001"),
  nftId: entity("The NFT", "0.0.2002"),
  scheduleId: entity("The schedule", "0.0.3001"),
  topicId: entity("The topic", "0.0.4001"),
  serialNumber: { name: "The serial number", ...POSITIVE },
  sequenceNumber: { name: "The sequence number", ...POSITIVE },
  consensusTimestamp: {
    name: "The consensus timestamp",
    pattern: /^\d{1,10}(\.\d{1,9})?$/,
    expected: "seconds, or seconds.nanoseconds",
    example: "1795253078.123456789",
  },
  transactionId: {
    name: "The transaction",
    pattern: /^(\d{1,10}\.\d{1,10}\.\d{1,10}-\d{1,10}-\d{1,9}|(0x)?([A-Fa-f0-9]{64}|[A-Fa-f0-9]{96}))$/,
    expected: "an id such as 0.0.1001-1795253078-123456789, or a hash of 64 or 96 hexadecimal digits",
    example: "0.0.1001-1795253078-123456789",
  },
  // For this parameter, the mirror node answers 400 to a 48-byte hash.
  transactionIdOrHash: {
    name: "The contract transaction",
    pattern: /^(\d{1,10}\.\d{1,10}\.\d{1,10}-\d{1,10}-\d{1,9}|(0x)?[A-Fa-f0-9]{64})$/,
    expected: "an id such as 0.0.1001-1795253078-123456789, or an EVM hash of 64 hexadecimal digits",
    example: "0x90f9a88b3c16bc29b7454437d1ee5aa123da480e1901884f91957d74a31c238c",
  },
  hashOrNumber: {
    name: "The block",
    pattern: /^(\d{1,19}|(0x)?([A-Fa-f0-9]{64}|[A-Fa-f0-9]{96}))$/,
    expected: "a block number, or a hash of 64 or 96 hexadecimal digits",
    example: "77",
  },
} as const satisfies Readonly<Record<string, PathFormat>>;

export type PathValue = string | number | bigint;

export function getPathParameters(path: string): readonly (keyof typeof PATH_FORMATS)[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as keyof typeof PATH_FORMATS);
}

/** @throws VerifyContractError if a value has the wrong format */
export function fillPath(path: string, values: readonly PathValue[]): string {
  const remaining = [...values];
  return path.replace(/\{(\w+)\}/g, (_, name: keyof typeof PATH_FORMATS) => {
    const text = String(remaining.shift());
    const format: PathFormat = PATH_FORMATS[name];
    if (!format.pattern.test(text)) {
      throw new VerifyContractError(format.code ?? "VC106", {
        values: { option: format.name, target: text, value: text },
        facts: [["Expected", format.expected]],
      });
    }
    return encodeURIComponent(text);
  });
}
