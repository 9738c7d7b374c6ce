import { readFileSync } from "node:fs";

/** The sources of each module in dist/, as recorded by the build. */
export function builtContents(): Readonly<Record<string, readonly string[]>> {
  const file = new URL("../../../node_modules/.setup/contents.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}
