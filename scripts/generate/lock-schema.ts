import { z } from "zod";
import { LOCK_FILE, lockSchema } from "../../src/internal/deployments/lock/lock-model.ts";

/** Generates schemas/verify-contract-lock-1.schema.json: the lock file. */
export function lockFileSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(lockSchema, { io: "input" });
  const title = "Lock file of hardhat-verify-contract";
  const description = `${LOCK_FILE}: what was proven about each contract on each chain, and is expected from then on.`;
  return `${JSON.stringify({ $schema, title, description, ...schema }, null, 2)}\n`;
}
