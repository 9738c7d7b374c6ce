import type { CodeTemplate } from "../../domain/code-template.ts";
import type { Comparison } from "../compare.ts";
import type { BuildSettings } from "./build-settings.ts";
import type { Traits } from "./traits.ts";

/** What the rules judge: two runtime codes, and what is known of the build. */
export interface Facts {
  readonly onchain: Traits;
  readonly built: Traits;
  readonly template: CodeTemplate;
  readonly comparison: Comparison;
  /** The same comparison without the metadata sections at the end, whose lengths can differ. */
  readonly programs: Comparison;
  readonly settings: BuildSettings | undefined;
  /** Of the build, `0.8.28`. */
  readonly compilerVersion: string | undefined;
}
