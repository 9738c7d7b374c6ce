import { VerifyContractError } from "../../errors/problem.ts";
import type { ServiceName } from "../service-error.ts";
import { withoutCredentials } from "./without-credentials.ts";

// An `import` reads every name of the module, and so loads Node's own fetch and WebSocket, which takes 35 ms.
const { validateHeaderName, validateHeaderValue } = process.getBuiltinModule("node:http");

interface BaseUrl {
  /** Without user information. */
  readonly base: URL;
  /** Made of the user information, when there was any. */
  readonly authorization?: string;
}

/** Reads the base URL of a service. @throws VerifyContractError VC106 */
export function checkedUrl(url: string, service: ServiceName): BaseUrl {
  const base = URL.parse(url);
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw new VerifyContractError("VC106", {
      values: { option: `The URL of the ${service}`, value: withoutCredentials(url) },
      facts: [["Expected", "a URL that starts with http:// or https://"]],
    });
  }
  const { username, password } = base;
  base.username = "";
  base.password = "";
  base.hash = "";
  if (username === "" && password === "") return { base };
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { base, authorization: `Basic ${Buffer.from(user).toString("base64")}` };
}

/** Headers with names in lower case, the later of two winning. @throws VerifyContractError VC108 */
export function checkedHeaders(
  service: ServiceName,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const checked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch (cause) {
      // The value may be a secret, so it is not among the facts; Node's message does not have it either.
      throw new VerifyContractError("VC108", {
        facts: [
          ["Header", `${JSON.stringify(name)} for the ${service}`],
          ["Expected", "a header name and a value that HTTP can carry"],
        ],
        cause,
      });
    }
    checked[name.toLowerCase()] = value;
  }
  return checked;
}
