import { isHedera } from "../domain/hedera.ts";
import type { ProxyKind } from "../report/model.ts";
import { withoutUndefined } from "../text/is-object.ts";

/** Well-known handwritten bytecode, which has no sources to verify. */
interface KnownCode {
  /** Starts with an article: `a minimal proxy`. */
  readonly name: string;
  /** The implementation's address, if the code contains one: 0x followed by 40 lowercase hex digits. */
  readonly implementation?: string;
  /** The storage slot of the implementation, if the code contains one: 64 lowercase digits. */
  readonly slot?: string;
  /** Undefined if the code forwards no calls. */
  readonly kind?: ProxyKind;
}

const ADDRESS = "(?<implementation>[0-9a-f]{40})";
/** The EIP-1967 implementation slot. */
const SLOT = "(?<slot>360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc)";

const KNOWN: readonly (readonly [name: string, code: RegExp, kind?: ProxyKind])[] = [
  // github.com/0xsequence/create3; also used by solmate, solady and CreateX.
  ["a CREATE3 proxy", /^0x363d3d37363d34f0$/],
  // github.com/Arachnid/deterministic-deployment-proxy, at 0x4e59b44847b379578588920ca78fbf26c0b4956c; also Safe's
  // singleton factory.
  [
    "the CREATE2 deployer",
    /^0x7f[f]{62}e03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3$/,
  ],
  // github.com/Vectorized/solady, LibClone.clone_PUSH0.
  [
    "a minimal proxy with PUSH0",
    new RegExp(`^0x5f5f365f5f37365f73${ADDRESS}5af43d5f5f3e6029573d5ffd5b3d5ff3$`),
    "EIP-1167",
  ],
  // Vyper's create_forwarder_to before 0.2.9.
  [
    "a Vyper forwarder",
    new RegExp(`^0x366000600037611000600036600073${ADDRESS}5af4602c57600080fd5b6110006000f3$`),
    "Vyper forwarder",
  ],
  [
    "a minimal proxy with data (EIP-3448)",
    new RegExp(`^0x363d3d373d3d3d3d60368038038091363936013d73${ADDRESS}5af43d3d93803e603457fd5bf3`),
    "EIP-3448",
  ],
  [
    "a clone with immutable arguments",
    new RegExp(
      `^0x36602c57343d527f[0-9a-f]{64}593da1005b363d3d373d3d3d3d61[0-9a-f]{4}806062363936013d73${ADDRESS}5af43d3d93803e606057fd5bf3`,
    ),
    "CWIA",
  ],
  // The implementation is in the storage slot whose number is the wallet's own address.
  ["a Sequence wallet proxy", /^0x363d3d373d3d3d363d30545af43d82803e903d91601857fd5bf3$/, "Sequence"],
  // github.com/Vectorized/solady, LibClone.deployERC1967 and deployERC1967I. Immutable arguments may follow.
  ...[
    `363d3d373d3d363d7f${SLOT}545af43d6000803e6038573d6000fd5b3d6000f3`,
    `365814604357363d3d373d3d363d7f${SLOT}545af43d6000803e603e573d6000fd5b3d6000f35b6020600f3d393d51543d52593df3`,
  ].map((code) => ["an upgradeable minimal proxy (ERC-7760)", new RegExp(`^0x${code}`), "ERC-7760"] as const),
];

/** An account's delegation, exactly 23 bytes (EIP-7702). */
const DELEGATION = /^0xef0100([0-9a-f]{40})$/;

/**
 * Returns the address that an account delegates to (EIP-7702).
 *
 * @param runtimeBytecode 0x-prefixed hex.
 * @returns 0x followed by 40 lowercase hex digits; undefined for any other code.
 */
export function readDelegate(runtimeBytecode: string): string | undefined {
  const delegate = DELEGATION.exec(runtimeBytecode.toLowerCase())?.[1];
  return delegate === undefined ? undefined : `0x${delegate}`;
}

/**
 * Identifies well-known code. Call this only if no build has the same code.
 *
 * @param runtimeBytecode 0x-prefixed hex.
 */
export function findKnownCode(runtimeBytecode: string): KnownCode | undefined {
  const clone = readMinimalProxy(runtimeBytecode);
  if (clone !== undefined)
    return { name: "a minimal proxy (EIP-1167)", implementation: clone, kind: "EIP-1167" };
  const code = runtimeBytecode.toLowerCase();
  for (const [name, form, kind] of KNOWN) {
    const found = form.exec(code);
    if (found === null) continue;
    const { implementation, slot } = found.groups ?? {};
    return withoutUndefined({ name, implementation: implementation && `0x${implementation}`, slot, kind });
  }
  return undefined;
}

/**
 * Minimal proxies: EIP-1167, its PUSH0 variant (ERC-7511), and a variant that is one byte shorter
 * (github.com/0age/more-minimal-proxy). A clone's immutable arguments follow the code.
 */
const MINIMAL_PROXIES: readonly RegExp[] = [
  /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/,
  /^0x365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3/,
  /^0x3d3d3d3d363d3d37363d73([0-9a-f]{40})5af43d3d93803e602a57fd5bf3/,
];
/** EIP-1167 allows pushing the address without its leading zeros, which moves the jump target. */
const SHORTENED =
  /^0x363d3d373d3d3d363d(6[0-9a-f]|7[0-2])([0-9a-f]+)5af43d82803e903d9160([0-9a-f]{2})57fd5bf3$/;
const PUSH1 = 0x60;
const JUMP_TARGET = 0x2b;

/**
 * Returns the implementation of a minimal proxy.
 *
 * @param runtimeBytecode 0x-prefixed hex.
 * @returns 0x followed by 40 lowercase hex digits; undefined for any other code.
 */
export function readMinimalProxy(runtimeBytecode: string): string | undefined {
  const code = runtimeBytecode.toLowerCase();
  for (const form of MINIMAL_PROXIES) {
    const address = form.exec(code)?.[1];
    if (address !== undefined) return `0x${address}`;
  }
  const [, push = "", address = "", target = ""] = SHORTENED.exec(code) ?? [];
  const length = Number.parseInt(push, 16) - PUSH1 + 1;
  const fits = address.length === length * 2 && Number.parseInt(target, 16) === JUMP_TARGET - (20 - length);
  return fits ? `0x${address.padStart(40, "0")}` : undefined;
}

/** Entities that aren't contracts, although Hedera's relay returns code for them. */
type HederaEntity = "token" | "schedule";

/**
 * The code that relays return as of 2026: 0xef0100 followed by the address of the system contract that handles the
 * calls, as for a delegated account (EIP-7702).
 */
const MARKER = /^0xef01000{37}(16[7b])$/;

/**
 * Code that older relays return for tokens: a contract that calls the system contract with the token's address
 * (HIP-719). All copies come from a single compilation. A schedule's code calls a different function (HIP-755).
 */
const REDIRECT =
  /^0x6080604052348015600f57600080fd5b5060006101(67905077618dc65e|6b9050775c3889ca)[0-9a-f]{40}600052366000602037600080366018016008845af43d806000803e8160008114605857816000f35b816000fdfea2646970667358221220[0-9a-f]{64}64736f6c634300080b0033$/;

/** Entities, keyed by the group that {@link MARKER} or {@link REDIRECT} captures. */
const ENTITIES: Readonly<Record<string, HederaEntity>> = {
  "167": "token",
  "16b": "schedule",
  "67905077618dc65e": "token",
  "6b9050775c3889ca": "schedule",
};

/**
 * Recognizes a token or schedule by the code that a relay returns for it. On other chains the same bytes are a
 * delegated account or a contract.
 *
 * @param code 0x-prefixed hex, in any case.
 */
export function detectHederaEntity(chainId: number, code: string): HederaEntity | undefined {
  if (!isHedera(chainId)) return undefined;
  const text = code.toLowerCase();
  const found = MARKER.exec(text) ?? REDIRECT.exec(text);
  return ENTITIES[found?.[1] ?? ""];
}
