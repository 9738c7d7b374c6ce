import { fileURLToPath } from "node:url";

/** Where packages are installed and projects are built: kept, so that a second run is quick; ignored by Git. */
export const SCRATCH = fileURLToPath(new URL("../../.tmp/real", import.meta.url));
