import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";

const ON_THE_STACK = "ret = stackAlloc(len);\n        stringToUTF8(str, ret, len);";
const ON_THE_HEAP = ON_THE_STACK.replace("stackAlloc(len)", 'Module["_solidity_alloc"](len)');

/**
 * Writes a copy of the installed soljson.js that takes large inputs. It puts an input on a stack of 5 MiB, at four
 * bytes a character, and so ends with "memory access out of bounds" from 1.3 million characters on; the compilers of
 * real services have no such limit.
 */
export async function writeLargeInputCompiler(file: string): Promise<void> {
  const soljson = await readFile(createRequire(import.meta.url).resolve("solc/soljson.js"), "utf8");
  if (!soljson.includes(ON_THE_STACK))
    throw new Error("soljson.js passes its input in another way than known");
  await writeFile(file, soljson.replace(ON_THE_STACK, ON_THE_HEAP));
}
