import type { Build } from "../domain/build.ts";
import { advice } from "../errors/next-step.ts";
import { isTextOf, type Metadata } from "../solidity/metadata.ts";
import { unusableFile } from "./json-file.ts";

/**
 * Restores a compiler input from a contract's metadata, where no build file kept it. The metadata has the settings, and
 * a hash of each source, so that only the very texts that were compiled are taken.
 *
 * @param file Where the metadata stands, for messages.
 * @param readSource The text that is at a path now, if any.
 * @throws VC202 where a source is not there any more as it was.
 */
export async function restoreInput(
  file: string,
  id: string,
  { language, compilerVersion, settings, sources }: Metadata,
  readSource: (path: string) => Promise<string | undefined>,
): Promise<Build> {
  const texts = await Promise.all(
    Object.entries(sources).map(async ([path, { keccak256, content }]) => {
      const text = content ?? (await readSource(path));
      if (text !== undefined && isTextOf(text, keccak256)) return [path, { content: text }] as const;
      const what = text === undefined ? "isn't there any more" : "is not what was compiled";
      throw unusableFile(
        file,
        `no build-info has its compiler input, and the source ${path} ${what}`,
        undefined,
        advice("forge build --build-info, with the sources that were deployed"),
      );
    }),
  );
  return {
    id,
    file,
    compilerVersion,
    input: { language, sources: Object.fromEntries(texts), settings: { ...settings } },
  };
}
