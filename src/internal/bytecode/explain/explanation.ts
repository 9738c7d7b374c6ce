import type { CodeTemplate } from "../../domain/code-template.ts";
import { librariesInSettings } from "../../domain/compiler-input.ts";
import type { Explanation } from "../../report/model.ts";
import { asObject, type Json } from "../../text/is-object.ts";
import type { Comparison } from "../compare.ts";
import type { CodePipeline, Traits } from "./traits.ts";

export type Explained = Omit<Explanation, "next">;

/** The rules' input: both runtime bytecodes and the build's settings. */
export interface Facts {
  readonly onchain: Traits;
  readonly built: Traits;
  readonly template: CodeTemplate;
  readonly comparison: Comparison;
  /**
   * The comparison of both bytecodes without their trailing CBOR auxdata (metadata sections), whose lengths can differ.
   */
  readonly programs: Comparison;
  readonly settings: ReturnType<typeof readBuildSettings> | undefined;
  /** The build's compiler version, `0.8.28`. */
  readonly compilerVersion: string | undefined;
}

const explained =
  (certainty: Explained["certainty"]) =>
  (kind: Explained["kind"], text: string): Explained => ({ kind, side: "runtime", certainty, text });

export const certain = explained("certain");
export const likely = explained("likely");

/** Reads a build's compiler settings. Most missing or malformed settings are replaced with the compiler's defaults. */
export function readBuildSettings(settings: Json) {
  const { evmVersion, viaIR, viaSSACFG, optimizer, libraries } = settings;
  const { enabled, runs } = asObject(optimizer);
  const names = librariesInSettings(libraries).map(
    ([name, address]) => [String(address).toLowerCase(), name] as const,
  );
  const pipeline: CodePipeline = viaSSACFG === true ? "ssa-cfg" : viaIR === true ? "via-ir" : "legacy";
  return {
    /** Undefined if the settings leave it to the compiler. */
    evmVersion: typeof evmVersion === "string" ? evmVersion : undefined,
    pipeline,
    optimizer: enabled === true,
    runs: typeof runs === "number" ? runs : undefined,
    /** `path:Name`, keyed by lowercase address. */
    libraries: new Map(names),
  };
}
