import { codeLength, decodeCode } from "../../domain/code-template.ts";
import { type Auxdata, findTrailingAuxdata } from "../cbor-auxdata.ts";
import { functionSelectors } from "../function-selectors.ts";
import { type Instruction, instructionsOf } from "../opcodes.ts";
import { type CodePipeline, pipelineOf } from "./code-pipeline.ts";
import { isOptimized } from "./optimizer-style.ts";

/** Traits of a code that depend on how it was compiled. */
export interface Traits {
  readonly code: Uint8Array;
  readonly instructions: readonly Instruction[];
  readonly selectors: ReadonlySet<string>;
  /** The CBOR auxdata (the metadata section) that the code ends with. */
  readonly auxdata: Auxdata | undefined;
  /** undefined where the code is too short, or not Solidity's. */
  readonly pipeline: CodePipeline | undefined;
  readonly optimized: boolean | undefined;
  /** Compiled before 0.8, whose code has another style; false where the code has no auxdata. */
  readonly isOld: boolean;
}

/**
 * @param creation The creation code: shows the pipeline where a runtime code without functions does not.
 */
export function traitsOf(runtime: string, creation: string | undefined): Traits {
  const code = decodeCode(runtime) ?? new Uint8Array();
  const instructions = instructionsOf(code);
  const init = creation === undefined || codeLength(creation) === 0 ? undefined : decodeCode(creation);
  const pipeline = pipelineOf(instructions) ?? (init && pipelineOf(instructionsOf(init)));
  const auxdata = findTrailingAuxdata(code);
  const isOld = auxdata !== undefined && isBefore08(auxdata);
  return {
    code,
    instructions,
    selectors: functionSelectors(instructions),
    auxdata,
    pipeline,
    optimized: isOptimized(instructions, pipeline, isOld),
    isOld,
  };
}

/** solc writes its version since 0.5.9. Auxdata with neither version nor hash can be from any version. */
function isBefore08({ solcVersion, hasHash }: Auxdata): boolean {
  return solcVersion === undefined ? hasHash : /^0\.[4-7]\./.test(solcVersion);
}
