import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** The variants in releases before 0.8.19 and in later ones. */
const ON_THE_STACK = [
  "ret=stackAlloc(len);stringToUTF8(str,ret,len)",
  "ret = stackAlloc(len);\n        stringToUTF8(str, ret, len);",
];

/**
 * Writes a copy of a soljson.js, 0.6 or later, that accepts large inputs. The original puts the input on a 5 MiB stack
 * at four bytes per character, so it fails with "memory access out of bounds" from 1.3 million characters on. The
 * compilers of real services have no such limit.
 *
 * @param from Path of the soljson.js. @default the installed `solc` package's
 */
export async function writeLargeInputCompiler(
  file: string,
  from: string = createRequire(import.meta.url).resolve("solc/soljson.js"),
): Promise<void> {
  const soljson = await readFile(from, "utf8");
  const known = ON_THE_STACK.find((text) => soljson.includes(text));
  if (known === undefined) throw new Error("soljson.js passes its input in another way than known");
  const onTheHeap = known.replace("stackAlloc(len)", 'Module["_solidity_alloc"](len)');
  await writeFile(
    file,
    soljson.replace(known, () => onTheHeap),
  );
}
