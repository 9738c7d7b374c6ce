/** The bytes of a text's ASCII characters, as hexadecimal digits without 0x. */
export function asciiHex(text: string): string {
  return Buffer.from(text, "latin1").toString("hex");
}
