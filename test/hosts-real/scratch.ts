import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));

/** One per checkout, outside of it, so that Node doesn't find the checkout's packages. */
export const SCRATCH = join(
  realpathSync(tmpdir()),
  `verify-contract-hosts-${createHash("sha256").update(CHECKOUT).digest("hex").slice(0, 8)}`,
);
