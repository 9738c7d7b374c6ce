import { encodeCode } from "../../../domain/code-template.ts";
import { minimalProxyTarget } from "../../minimal-proxy.ts";
import type { Explanation } from "../explanation.ts";
import type { Facts } from "../facts.ts";

/** An account's delegation (EIP-7702). */
const DELEGATION = /^0xef0100(.{40})$/;

/** No code at all, or one that only points to another: then nothing else explains anything. */
export function explainOtherAccount({ onchain }: Facts): readonly Explanation[] {
  if (onchain.code.length === 0) return [certain("no-code", "there is no code on chain")];
  const code = encodeCode(onchain.code);
  const implementation = minimalProxyTarget(code);
  if (implementation !== undefined)
    return [
      certain("proxy", `the code on chain is a minimal proxy, which runs the code of ${implementation}`),
    ];
  const delegate = DELEGATION.exec(code)?.[1];
  return delegate === undefined
    ? []
    : [
        certain(
          "proxy",
          `the code on chain is an account's delegation (EIP-7702) to the code of 0x${delegate}`,
        ),
      ];
}

function certain(kind: "no-code" | "proxy", text: string): Explanation {
  return { kind, side: "runtime", certainty: "certain", text };
}
