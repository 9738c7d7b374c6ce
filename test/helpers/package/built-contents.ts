import { readFileSync } from "node:fs";

/** The sources that each module of dist/ is made of, as the build noted them. */
export function builtContents(): Readonly<Record<string, readonly string[]>> {
  const file = new URL("../../../node_modules/.setup/contents.json", import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}
