import fc from "fast-check";

/** Changes to a body's bytes, regardless of its content. */
export type Spoiling =
  | { readonly how: "cut"; readonly at: number }
  | { readonly how: "put in"; readonly at: number; readonly hex: string }
  | { readonly how: "put before" | "put after"; readonly text: string }
  | { readonly how: "spread out" | "twice" | "utf-16" | "none at all" };

export function spoil(text: string, spoiling: Spoiling | undefined): Buffer {
  const bytes = Buffer.from(text);
  switch (spoiling?.how) {
    case undefined:
      return bytes;
    case "cut":
      return bytes.subarray(0, spoiling.at % (bytes.length + 1));
    case "put in": {
      const at = spoiling.at % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(spoiling.hex, "hex"), bytes.subarray(at)]);
    }
    case "put before":
      return Buffer.from(spoiling.text + text);
    case "put after":
      return Buffer.from(text + spoiling.text);
    case "spread out":
      return Buffer.from(text.replace(/[[{,]/g, (found) => `${found}\r\n\t  `));
    case "twice":
      return Buffer.from(text + text);
    case "utf-16":
      return Buffer.from(text, "utf16le");
    case "none at all":
      return Buffer.alloc(0);
  }
}

/** Invalid UTF-8, ends of strings and of JSON, and invisible characters. */
const BYTES = [
  "ff",
  "c328",
  "eda080",
  "f8888080",
  "00",
  "22",
  "7d",
  "5d2c",
  "efbbbf",
  "e280ae",
  "1b5b324a",
  "09",
];

export const spoilings: fc.Arbitrary<Spoiling> = fc.oneof(
  fc.record({ how: fc.constant("cut" as const), at: fc.nat(30_000) }),
  fc.record({ how: fc.constant("put in" as const), at: fc.nat(30_000), hex: fc.constantFrom(...BYTES) }),
  fc.record({
    how: fc.constantFrom("put before" as const, "put after" as const),
    text: fc.constantFrom(
      "\ufeff",
      " \n\t",
      "\u00a0",
      "\u0000",
      "x",
      "// x\n",
      ")]}',\n",
      '{"a":1}',
      "\u001b[2J",
    ),
  }),
  fc.record({
    how: fc.constantFrom("spread out" as const, "twice" as const, "utf-16" as const, "none at all" as const),
  }),
);
