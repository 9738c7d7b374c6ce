import { splitHeaders } from "../../builds/project/foundry-endpoints.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { LEFT_OUT } from "./shown-url.ts";

/** A header's name is a token of RFC 9110; a value of visible ASCII, blanks and tabs. */
const HEADER = /^([!#$%&'*+.^`|~\w-]+):[ \t]*([\t\x20-\x7e]*?)[ \t]*$/;

/**
 * Headers for the node.
 *
 * @param typed Values of `--rpc-headers`, each `Name: value`, several with commas; undefined where it was not given.
 * @param ofProject Those of Foundry's configuration, which count where the option was not given.
 * @throws VerifyContractError VC106, without the text, which may be a secret.
 */
export function rpcHeaders(
  typed: readonly string[] | undefined,
  ofProject: readonly string[],
): Readonly<Record<string, string>> {
  const source = typed === undefined ? "eth_rpc_headers of Foundry's configuration" : "--rpc-headers";
  const texts = typed?.flatMap(splitHeaders) ?? ofProject;
  return Object.fromEntries(
    texts.map((text) => {
      const [, name = "", value = ""] = HEADER.exec(text) ?? [];
      if (name === "" || value.includes(LEFT_OUT)) throw noHeader(source);
      return [name.toLowerCase(), value];
    }),
  );
}

function noHeader(source: string): VerifyContractError {
  return new VerifyContractError("VC106", {
    values: { option: source, value: LEFT_OUT },
    facts: [["Takes", '"Name: value", several with commas']],
  });
}
