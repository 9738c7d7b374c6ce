/**
 * Whether a code may compare the call's selector with a given one: it has its 4 bytes, or what solc's optimizer makes of them,
 * a smaller number that is shifted.
 *
 * @param runtimeBytecode 0x-hex.
 * @param selector 0x and 8 digits.
 */
export function hasSelector(runtimeBytecode: string, selector: string): boolean {
  const code = runtimeBytecode.toLowerCase();
  let value = Number.parseInt(selector.slice(2), 16);
  for (;;) {
    if (code.includes(value.toString(16).padStart(8, "0"))) return true;
    if (value % 2 !== 0 || value === 0) return false;
    value /= 2;
  }
}
