/** Normalizes hexadecimal digits to lowercase with `0x`. */
export function withHexPrefix(text: string): string {
  return `0x${text.toLowerCase().replace(/^0x/, "")}`;
}
