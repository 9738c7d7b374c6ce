const SELECTORS = 2 ** 32;

/**
 * True if the code may compare a call's selector with the given selector. Such code contains the selector's 4 bytes. If
 * solc's optimizer rewrote the comparison, it instead contains a smaller number to shift left, or the negated selector
 * to add.
 *
 * @param runtimeBytecode 0x-prefixed hex.
 * @param selector 0x and 8 digits.
 */
export function hasSelector(runtimeBytecode: string, selector: string): boolean {
  const code = runtimeBytecode.toLowerCase();
  const value = Number.parseInt(selector.slice(2), 16);
  return [value, SELECTORS - value].some((each) => hasShifted(code, each));
}

function hasShifted(code: string, value: number): boolean {
  for (let shifted = value; ; shifted /= 2) {
    if (code.includes(shifted.toString(16).padStart(8, "0"))) return true;
    if (shifted % 2 !== 0 || shifted === 0) return false;
  }
}
