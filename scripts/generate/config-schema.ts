import { z } from "zod";
import { networksSchema, userConfigSchema } from "../../src/internal/commands/config/user-config.ts";

/** Generates schemas/verify-contract-config-1.schema.json: a configuration file of the plain command line. */
export function configSchema(): string {
  const { $schema, $defs, ...config } = z.toJSONSchema(userConfigSchema, {
    io: "input",
    unrepresentable: "any",
  });
  const { $schema: _, $defs: ofNetworks, ...networks } = z.toJSONSchema(networksSchema, { io: "input" });
  const schema = {
    $schema,
    title: "Configuration of hardhat-verify-contract",
    description: "The keys of `verifyContract`, with or without that key around them.",
    anyOf: [{ $ref: "#/$defs/config" }, { $ref: "#/$defs/wrapped" }],
    $defs: {
      config: { ...config, properties: { $schema: { type: "string" }, networks, ...config.properties } },
      wrapped: {
        type: "object",
        properties: { $schema: { type: "string" }, verifyContract: { $ref: "#/$defs/config" } },
        required: ["verifyContract"],
        additionalProperties: false,
      },
      ...$defs,
      ...ofNetworks,
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
