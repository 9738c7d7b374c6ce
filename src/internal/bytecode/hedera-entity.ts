import { isHedera } from "../domain/hedera.ts";

/** What Hedera's relay shows code for, though it is no contract. */
export type HederaEntity = "token" | "schedule";

/** A relay of 2026: 0xef0100 and the system contract that answers, as for a delegated account (EIP-7702). */
const MARKER = /^0xef01000{37}(16[7b])$/;

/**
 * What older relays answer for tokens: a contract that calls the system contract with the token's address (HIP-719), of one
 * compilation. That for schedules is of the same form, with its own function (HIP-755).
 */
const REDIRECT =
  /^0x6080604052348015600f57600080fd5b5060006101(67905077618dc65e|6b9050775c3889ca)[0-9a-f]{40}600052366000602037600080366018016008845af43d806000803e8160008114605857816000f35b816000fdfea2646970667358221220[0-9a-f]{64}64736f6c634300080b0033$/;

/** By what the two forms have in their groups. */
const ENTITIES: Readonly<Record<string, HederaEntity>> = {
  "167": "token",
  "16b": "schedule",
  "67905077618dc65e": "token",
  "6b9050775c3889ca": "schedule",
};

/**
 * Recognises a token or a schedule by the code that a relay shows for it. On other chains the same bytes are a delegated
 * account, or a contract.
 *
 * @param code 0x-hex, in any case.
 */
export function hederaEntityIn(chainId: number, code: string): HederaEntity | undefined {
  if (!isHedera(chainId)) return undefined;
  const text = code.toLowerCase();
  const found = MARKER.exec(text) ?? REDIRECT.exec(text);
  return ENTITIES[found?.[1] ?? ""];
}
