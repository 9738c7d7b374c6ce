import { z } from "zod";
import {
  FLEET_SCHEMA,
  fleetSchema,
  MANIFEST_SCHEMA,
  manifestSchema,
} from "../../src/internal/deployments/readers/manifest-schema.ts";

/** Generates schemas/verify-contract-deployments-1.schema.json: a manifest of one chain. */
export const manifestFileSchema = () =>
  published(manifestSchema, {
    $id: MANIFEST_SCHEMA,
    title: "Deployments",
    description:
      "What `npx hardhat verify-contract deployments <this file>` verifies: tools' deployment records, and single contracts. JSON or YAML. Paths are relative to this file.",
  });

/** Generates schemas/verify-contract-deployments-2.schema.json: a manifest of several chains. */
export const fleetFileSchema = () =>
  published(fleetSchema, {
    $id: FLEET_SCHEMA,
    title: "Deployments on several chains",
    description:
      "What `npx hardhat verify-contract deployments <this file>` verifies, and `check <this file>` checks: tools' deployment records, and single contracts, by chain. JSON or YAML. Paths are relative to this file.",
  });

function published(
  model: z.ZodType,
  head: Readonly<Record<"$id" | "title" | "description", string>>,
): string {
  const { $schema, ...schema } = z.toJSONSchema(model, { target: "draft-07", io: "input" });
  return `${JSON.stringify({ $schema, ...head, ...schema }, null, 2)}\n`;
}
