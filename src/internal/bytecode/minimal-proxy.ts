/**
 * Minimal proxies: EIP-1167, its form with PUSH0 (ERC-7511), and a form that is a byte shorter
 * (github.com/0age/more-minimal-proxy). Immutable arguments of a clone follow the code.
 */
const FORMS: readonly RegExp[] = [
  /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/,
  /^0x365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3/,
  /^0x3d3d3d3d363d3d37363d73([0-9a-f]{40})5af43d3d93803e602a57fd5bf3/,
];
/** EIP-1167 allows pushing an address without its leading zeros, which moves the jump target. */
const SHORTENED =
  /^0x363d3d373d3d3d363d(6[0-9a-f]|7[0-2])([0-9a-f]+)5af43d82803e903d9160([0-9a-f]{2})57fd5bf3$/;
const PUSH1 = 0x60;
const JUMP_TARGET = 0x2b;

/**
 * The implementation of a minimal proxy.
 *
 * @param runtimeBytecode 0x-hex.
 * @returns 0x and 40 digits in lower case; undefined for any other code.
 */
export function minimalProxyImplementation(runtimeBytecode: string): string | undefined {
  const code = runtimeBytecode.toLowerCase();
  for (const form of FORMS) {
    const address = form.exec(code)?.[1];
    if (address !== undefined) return `0x${address}`;
  }
  const [, push = "", address = "", target = ""] = SHORTENED.exec(code) ?? [];
  const length = Number.parseInt(push, 16) - PUSH1 + 1;
  const fits = address.length === length * 2 && Number.parseInt(target, 16) === JUMP_TARGET - (20 - length);
  return fits ? `0x${address.padStart(40, "0")}` : undefined;
}
