import { ENDPOINTS, type Endpoint } from "../../src/internal/services/endpoints.ts";
import { getPathParameters, PATH_FORMATS } from "../../src/internal/services/path-formats.ts";

/**
 * Generates the published declaration of query/forwarded-endpoints.ts: a method for each endpoint whose answer is
 * forwarded as JSON.
 */
export function forwardedEndpoints(): string {
  const endpoints: readonly (readonly [string, Endpoint])[] = Object.entries(ENDPOINTS.query);
  return `${HEAD}${endpoints
    .filter(([, { answer }]) => answer !== "decoded")
    .map(([name, endpoint]) => methodOf(name, endpoint))
    .join("\n")}}\n`;
}

const HEAD = `import type { JsonObject } from "../http/parse-json.ts";
import type { PathValue } from "../path-formats.ts";
import type { QueryOptions } from "./query-options.ts";

/**
 * The endpoints whose answers are forwarded as JSON objects, with every digit of an integer preserved. Query
 * parameters are forwarded unchanged.
 */
export interface ForwardedEndpoints {
`;

/** The body parameter of each POST, for its docstring and its example. */
const BODIES = {
  protobuf: {
    name: "transaction",
    type: "Uint8Array",
    about: "Encoded as protobuf.",
    example: 'Buffer.from("0a", "hex")',
  },
  json: {
    name: "call",
    type: "JsonObject",
    about: "Sent as JSON.",
    example: '{ to: "0x60768b3b49dc7c031eed1bd4d1601b976c8d550e", data: "0x5c60da1b" }',
  },
} as const;

function methodOf(name: string, { method, path, purpose, answer, body }: Endpoint): string {
  const parameters = getPathParameters(path);
  const result = answer === "one" ? "JsonObject | undefined" : "JsonObject";
  const content = body === undefined ? undefined : BODIES[body];
  const signature = [
    ...parameters.map((parameter) => `${parameter}: PathValue`),
    ...(content === undefined ? [] : [`${content.name}: ${content.type}`]),
    "options?: QueryOptions",
  ].join(", ");
  const given = [
    ...parameters.map((parameter) => JSON.stringify(PATH_FORMATS[parameter].example)),
    ...(content === undefined ? [] : [content.example]),
  ].join(", ");
  const lines = [
    `${purpose[0]?.toUpperCase()}${purpose.slice(1)}: \`${method} ${path}\`.`,
    "",
    ...(content === undefined ? [] : [`@param ${content.name} ${content.about}`]),
    ...(answer === "one" ? ["@returns `undefined` if there is none."] : []),
    `@throws ServiceError${parameters.length === 0 ? "" : "; VerifyContractError if a parameter has the wrong format"}`,
    "",
    "@example",
    'import { QueryService } from "hardhat-verify-contract/services";',
    "",
    'const query = new QueryService({ url: "https://testnet.mirrornode.hedera.com" });',
    `console.log(await query.${name}(${given}));`,
  ];
  return `  /**\n${lines.map((line) => `   *${line === "" ? "" : ` ${line}`}`).join("\n")}\n   */
  ${name}(${signature}): Promise<${result}>;\n`;
}
