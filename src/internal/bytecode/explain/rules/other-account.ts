import { encodeCode } from "../../../domain/code-template.ts";
import { isData } from "../../is-data.ts";
import { minimalProxyImplementation } from "../../minimal-proxy.ts";
import type { Explained } from "../explanation.ts";
import type { Facts } from "../facts.ts";

/** The delegation of an account (EIP-7702). */
const DELEGATION = /^0xef0100(.{40})$/;

/** No code, data, or code that only delegates to other code. */
export function explainOtherAccount({ onchain, built }: Facts): readonly Explained[] {
  if (onchain.code.length === 0) return [certain("no-code", "there is no code on chain")];
  const code = encodeCode(onchain.code);
  const implementation = minimalProxyImplementation(code);
  if (implementation !== undefined)
    return [certain("proxy", `the code on chain is a minimal proxy of the implementation ${implementation}`)];
  const delegate = DELEGATION.exec(code)?.[1];
  if (delegate !== undefined)
    return [
      certain(
        "proxy",
        `the code on chain is an account's delegation (EIP-7702) to the code of 0x${delegate}`,
      ),
    ];
  // Of the build's length, it is more likely the build's code with a wrong byte.
  return onchain.code.length !== built.code.length && isData(onchain.code)
    ? [certain("other-code", "the code on chain is data: no part of it can run as a program")]
    : [];
}

function certain(kind: "no-code" | "other-code" | "proxy", text: string): Explained {
  return { kind, side: "runtime", certainty: "certain", text };
}
