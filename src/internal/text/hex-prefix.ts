/** Hexadecimal digits with or without `0x` and in any case, as lower case with it. */
export function withHexPrefix(text: string): string {
  return `0x${text.toLowerCase().replace(/^0x/, "")}`;
}
