import path from "node:path";
import type { Build } from "../domain/build.ts";
import { advice } from "../errors/next-step.ts";
import { hasTextHash, type Metadata } from "../solidity/metadata.ts";
import { unusableFile } from "./json-file.ts";

/**
 * Restores an input that isn't in any build file. A source on disk is accepted only if it has the hash from the
 * metadata.
 */
export async function restoreInput(
  file: string,
  { language, compilerVersion, settings, sources }: Metadata,
  readSource: (name: string) => Promise<string | undefined> = async () => undefined,
): Promise<Build> {
  const texts: (readonly [name: string, source: { readonly content: string }])[] = [];
  // Reads the sources one by one, so the error is always about the first unusable source.
  for (const [name, { keccak256, content }] of Object.entries(sources)) {
    const text = content ?? (await readSource(name));
    if (text === undefined || !hasTextHash(text, keccak256)) {
      const what = text === undefined ? "is missing" : "has changed since it was compiled";
      throw unusableFile(
        file,
        `no build-info has its compiler input, and the source ${name} ${what}`,
        undefined,
        advice("forge build --build-info, with the deployed sources"),
      );
    }
    texts.push([name, { content: text }]);
  }
  return {
    id: path.basename(file, ".json"),
    file,
    compilerVersion,
    input: { language, sources: Object.fromEntries(texts), settings: { ...settings } },
  };
}
