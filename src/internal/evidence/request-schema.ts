import * as z from "zod";
import type { NextStep } from "../errors/next-step.ts";
import { flag, text, texts } from "./parts.ts";

const option = z.union([z.tuple([text]), z.tuple([text, text])], { error: "an option" });
const options = z.array(option, { error: "a list of options" });

const line = z.strictObject({ subcommand: text.exactOptional(), targets: texts, options, globals: options });

/** Written out, an object with this key looks like a promise. */
const THEN = "then";

export const nextStepSchema: z.ZodType<NextStep> = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("again") }),
  z.strictObject({ kind: z.literal("change"), set: options, drop: texts }),
  z.strictObject({ kind: z.literal("retarget"), from: text, to: text }),
  z.strictObject({ kind: z.literal("subcommand"), word: text, typed: text }),
  z.strictObject({ kind: z.literal("own"), subcommand: text, options }),
  z.strictObject({ kind: z.literal("tool"), tool: z.enum(["build", "rebuild", "node"]) }),
  z.strictObject({ kind: z.literal("help") }),
  z.strictObject({ kind: z.literal("configure"), text }),
  z.strictObject({ kind: z.literal("choose-network"), text }),
  z.strictObject({
    kind: z.literal("advice"),
    text,
    [THEN]: z.lazy(() => nextStepSchema).exactOptional(),
  }),
]) as z.ZodType<NextStep>;

export const deploymentSchema = z.strictObject({
  address: text,
  transactionHashes: texts,
  contractName: text.exactOptional(),
  constructorArguments: text.exactOptional(),
  creationCode: text.exactOptional(),
  create2: z.strictObject({ deployer: text, salt: text }).exactOptional(),
  libraries: z.record(text, text).exactOptional(),
  remoteDeploymentId: text.exactOptional(),
  byContract: z.literal(true).exactOptional(),
  isDemanded: z.literal(true).exactOptional(),
});

const buildSource = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("build-files"), locations: texts, isNamed: flag }),
  z.strictObject({ kind: z.literal("standard-json-input"), file: text, compilerVersion: text }),
]);

/** @param lockEntry An entry of the lock file, without its chain. */
export function requestSchema<T extends z.ZodType>(lockEntry: T) {
  return z.strictObject({
    action: z.enum(["verify", "check"]),
    target: text,
    /** The target's address, where it was resolved before the contract was looked at. */
    resolved: z.strictObject({ address: text, contractId: text }).exactOptional(),
    options,
    globals: options.exactOptional(),
    networkArgument: text.exactOptional(),
    batch: line.exactOptional(),
    contract: text.exactOptional(),
    creationTransactionHash: text.exactOptional(),
    origins: z.array(
      z.strictObject({
        tool: z.enum(["ignition", "hardhat-deploy", "foundry", "openzeppelin", "manifest"]),
        name: text,
        file: text,
      }),
    ),
    lookedAt: texts,
    recorded: z.array(deploymentSchema),
    buildSource,
    buildStep: nextStepSchema,
    sources: z.enum(["auto", "minimal", "full"]),
    requirement: z.strictObject({ minMatch: z.enum(["match", "exact_match"]), requireCreation: flag }),
    required: texts,
    at: text.exactOptional(),
    recompile: flag,
    readsInput: flag.exactOptional(),
    locked: z
      .strictObject({
        entry: lockEntry.exactOptional(),
        chainId: z.int().exactOptional(),
        isRecordMissing: flag,
      })
      .exactOptional(),
    isLocking: flag.exactOptional(),
    followProxy: flag,
    lookAtProxy: flag.exactOptional(),
    lookedAtAs: z
      .strictObject({ isSubmitted: flag, isJudged: flag.exactOptional(), names: texts.exactOptional() })
      .exactOptional(),
    pickIdentical: flag,
    force: flag,
    dryRun: flag,
    forwarded: z.enum(["by-each", "at-end", "never"]).exactOptional(),
  });
}
