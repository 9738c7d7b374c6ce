import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";

/** As releases before 0.8.19 have it, and as later ones do. */
const ON_THE_STACK = [
  "ret=stackAlloc(len);stringToUTF8(str,ret,len)",
  "ret = stackAlloc(len);\n        stringToUTF8(str, ret, len);",
];

/**
 * Writes a copy of a soljson.js, from 0.6 on, that takes large inputs. It puts an input on a stack of 5 MiB, at four
 * bytes a character, and so ends with "memory access out of bounds" from 1.3 million characters on; the compilers of
 * real services have no such limit.
 *
 * @param from The installed `solc` package's, unless given.
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
