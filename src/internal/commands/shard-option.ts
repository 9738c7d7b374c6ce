import type { Shard } from "../deployments/plan-targets.ts";
import { VerifyContractError } from "../errors/problem.ts";

/** More jobs than any CI starts at once. */
const MOST = 1000;

/**
 * Reads the value of `--shard`.
 *
 * @throws VC106
 */
export function parseShard(value: string): Shard {
  const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(value.trim()) ?? []).map(Number);
  if (index >= 1 && index <= count && count <= MOST) return { index, count };
  throw new VerifyContractError("VC106", {
    values: { option: "--shard", value },
    facts: [["Takes", `i/n, such as 1/3: i from 1 to n, n up to ${MOST}`]],
  });
}
