import { codeLength, decodeCode } from "../../domain/code-template.ts";
import { functionSelectors } from "../function-selectors.ts";
import { findTrailingSection, type MetadataSection } from "../metadata-sections.ts";
import { type Instruction, instructionsOf } from "../opcodes.ts";
import { type CodePipeline, pipelineOf } from "./code-pipeline.ts";
import { isOptimised } from "./optimiser-style.ts";

/** What a code tells about how it was compiled. */
export interface Traits {
  readonly code: Uint8Array;
  readonly instructions: readonly Instruction[];
  readonly selectors: ReadonlySet<string>;
  /** The one that the code ends with. */
  readonly section: MetadataSection | undefined;
  /** undefined where the code is too short, or none of Solidity's. */
  readonly pipeline: CodePipeline | undefined;
  readonly optimised: boolean | undefined;
  /** Compiled before 0.8, which writes quite other code; not known where the code has no metadata section. */
  readonly isOld: boolean;
}

/**
 * @param creation The creation code, which can tell more where the runtime code has no functions.
 */
export function traitsOf(runtime: string, creation: string | undefined): Traits {
  const code = decodeCode(runtime) ?? new Uint8Array();
  const instructions = instructionsOf(code);
  const init = creation === undefined || codeLength(creation) === 0 ? undefined : decodeCode(creation);
  const pipeline = pipelineOf(instructions) ?? (init && pipelineOf(instructionsOf(init)));
  const section = findTrailingSection(code);
  const isOld = section !== undefined && isBefore08(section);
  return {
    code,
    instructions,
    selectors: functionSelectors(instructions),
    section,
    pipeline,
    optimised: isOptimised(instructions, pipeline, isOld),
    isOld,
  };
}

/** The compiler writes its version since 0.5.9; a section without a version and without a hash can be of any. */
function isBefore08({ solcVersion, hasHash }: MetadataSection): boolean {
  return solcVersion === undefined ? hasHash : /^0\.[4-7]\./.test(solcVersion);
}
