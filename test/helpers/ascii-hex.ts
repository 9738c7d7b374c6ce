export function asciiHex(text: string): string {
  return Buffer.from(text, "latin1").toString("hex");
}
