import { z } from "zod";

const references = z.record(
  z.string(),
  z.record(z.string(), z.array(z.object({ start: z.number(), length: z.number() }))),
);

export const artifactSchema = z.object({
  abi: z.array(z.looseObject({ type: z.string() })),
  bytecode: z.string(),
  deployedBytecode: z.string(),
  linkReferences: references,
});

export type Artifact = z.infer<typeof artifactSchema>;
