import type { CodeRange, CodeTemplate, Side } from "../../../src/internal/domain/code-template.ts";

/** Ranges that are filled in after compilation: libraries, immutables, and the address in a library's call protection. */
function filledIn(
  { object, linkReferences, immutableReferences }: CodeTemplate,
  side: Side,
): readonly CodeRange[] {
  const links = Object.values(linkReferences).flatMap((libraries) => Object.values(libraries).flat());
  const immutables = Object.values(immutableReferences).flat();
  const protectsItself = side === "runtime" && new RegExp(`^(0x)?73${"00".repeat(20)}3014`).test(object);
  return [...links, ...immutables, ...(protectsItself ? [{ start: 1, length: 20 }] : [])];
}

/** CBOR, with its length in the last two bytes (docs.soliditylang.org, "Encoding of the Metadata Hash"). */
export function metadataAtEnd(code: string): CodeRange | undefined {
  const digits = code.replace(/^0x/, "");
  const bytes = digits.length / 2;
  const length = Number.parseInt(digits.slice(-4), 16) + 2;
  const start = bytes - length;
  return start > 0 && /^a[1-4]6/.test(digits.slice(start * 2)) ? { start, length } : undefined;
}

/** Blanks out the filled-in ranges, and the metadata unless it has to be equal. */
export function comparableCode(
  code: unknown,
  template: CodeTemplate,
  side: Side,
  original: string,
  withMetadata: boolean,
): unknown {
  if (typeof code !== "string") return code;
  const metadata = withMetadata ? undefined : metadataAtEnd(original);
  return [...filledIn(template, side), ...(metadata === undefined ? [] : [metadata])].reduce(
    (digits, { start, length }) =>
      digits.slice(0, start * 2) + "x".repeat(length * 2) + digits.slice((start + length) * 2),
    code.toLowerCase().replace(/^0x/, ""),
  );
}
