import { z } from "zod";
import { userConfigSchema } from "../../src/internal/commands/config/user-config-schema.ts";
import { networksSchema } from "../../src/internal/hosts/cli/host.ts";

/** schemas/verify-contract-config-1.schema.json: a configuration file of the plain command line. */
export function configSchema(): string {
  const { $schema, ...config } = z.toJSONSchema(userConfigSchema, { io: "input", unrepresentable: "any" });
  const { properties = {}, ...rest } = config;
  const { $schema: _, ...networks } = z.toJSONSchema(networksSchema, { io: "input" });
  const schema = {
    $schema,
    title: "Configuration of hardhat-verify-contract",
    description: "The keys of `verifyContract`, with or without that key around them.",
    anyOf: [{ $ref: "#/$defs/config" }, { $ref: "#/$defs/wrapped" }],
    $defs: {
      config: { ...rest, properties: { $schema: { type: "string" }, networks, ...properties } },
      wrapped: {
        type: "object",
        properties: { $schema: { type: "string" }, verifyContract: { $ref: "#/$defs/config" } },
        required: ["verifyContract"],
        additionalProperties: false,
      },
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
