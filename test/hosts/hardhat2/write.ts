import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

/** Writes files of a folder, by their paths in it. */
export async function write(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
