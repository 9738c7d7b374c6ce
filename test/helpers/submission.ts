import { z } from "zod";
import type { World } from "./world.ts";

const submissionSchema = z.object({
  stdJsonInput: z.looseObject({
    language: z.string(),
    sources: z.record(z.string(), z.object({ content: z.string() })),
    settings: z.looseObject({ remappings: z.array(z.string()).optional() }),
  }),
  compilerVersion: z.string(),
  contractIdentifier: z.string(),
  creationTransactionHash: z.string().optional(),
});

export function submissionOf({ verification }: World): z.infer<typeof submissionSchema> {
  const [first, ...others] = verification.submissions;
  if (first === undefined || others.length > 0) {
    throw new Error(`${verification.submissions.length} submissions, not one`);
  }
  return submissionSchema.parse(JSON.parse(first.body));
}
