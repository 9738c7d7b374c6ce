import {
  type Judgement,
  JudgePool,
  type JudgeRequest,
} from "../../../src/internal/local/verification/judge-pool.ts";
import type { Compilation } from "../../../src/internal/local/verification/verified.ts";
import { COMPILERS } from "../../helpers/solc.ts";

export type Submission = JudgeRequest["submission"];

export interface ChainOf {
  readonly chainId: string;
  readonly rpcUrl: string;
  readonly request: (method: string, ...params: readonly unknown[]) => Promise<unknown>;
}

/** The compiler and the comparison of the local services, without their store and rules. */
export class Compiles implements AsyncDisposable {
  readonly #pool = new JudgePool({ workers: 1, timeLimitMs: 60_000 });

  judge(chain: ChainOf, address: string, submission: Submission): Promise<Judgement> {
    const { chainId, rpcUrl } = chain;
    return this.#pool.judge({ submission, chain: { chainId, rpcUrl }, address, compilers: COMPILERS });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool.close();
  }
}

export function parsed(body: Buffer): Submission | undefined {
  try {
    return JSON.parse(body.toString("utf8")) as Submission;
  } catch {
    return undefined;
  }
}

/** True if the selection includes the key, everything, or a part of the key. */
export function isSelected({ stdJsonInput, contractIdentifier }: Submission, key: string): boolean {
  const colon = contractIdentifier.lastIndexOf(":");
  const path = contractIdentifier.slice(0, colon);
  const name = contractIdentifier.slice(colon + 1);
  const selection = (stdJsonInput.settings?.outputSelection ?? {}) as Readonly<
    Record<string, Readonly<Record<string, readonly string[]>>>
  >;
  return ["*", path]
    .flatMap((file) => ["*", name].flatMap((contract) => selection[file]?.[contract] ?? []))
    .some((it) => it === "*" || it === key || key.startsWith(`${it}.`) || it.startsWith(`${key}.`));
}

export function isLinked({ creation, runtime }: Pick<Compilation, "creation" | "runtime">): boolean {
  return [creation, runtime].every(({ linkReferences }) => Object.keys(linkReferences).length === 0);
}
