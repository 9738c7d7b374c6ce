import { type Comparison, compareCode } from "../../bytecode/compare.ts";
import { type Execution, executeConstructor } from "../../bytecode/execute-constructor.ts";
import type { DeploymentFacts, InitCode } from "../../chain/deployment-facts.ts";
import { type CodeTemplate, codeLength } from "../../domain/code-template.ts";
import type { CompiledHere, CompilerDescription } from "../../solidity/compilers/compiled-here.ts";
import { asObject } from "../../text/is-object.ts";
import { end, type Finding, passed, skipped, unknown } from "../check.ts";
import type { Evidence } from "../evidence.ts";

/** The output of a compiler on this machine, for the record or the given input. */
export function compiledByUs({
  recompiled,
  givenCompiled,
}: Pick<Evidence, "recompiled" | "givenCompiled">): CompiledHere | undefined {
  return [recompiled, givenCompiled].find((each) => each?.kind === "compiled");
}

/** The local compilation of the record, which has to be the code on chain. */
export function needRecompiled(evidence: Evidence): CompiledHere {
  const { recompiled } = evidence;
  if (recompiled?.kind !== "compiled") return end(skipped("nothing was recompiled here"));
  return comparisons(evidence, recompiled).some((each) => each?.sameCode === true)
    ? recompiled
    : end(skipped("what was recompiled here is not the code on chain"));
}

/** True if a compilation here is the code on chain, or created it, with its CBOR auxdata (metadata section), or with none. */
export function isExactlyOnChain(evidence: Evidence, compiled: CompiledHere): boolean {
  return comparisons(evidence, compiled).some((each) => each?.sameMetadata === true);
}

/** A compilation here compared with the code on chain, and with the init code that created it. */
function comparisons({ facts }: Evidence, { runtime, creation }: CompiledHere) {
  return [compareCode("runtime", facts.runtimeBytecode, runtime), comparedCreation(facts, creation)];
}

/** True if its code covers the metadata, by the settings. Without a hash, other words compile to the same code. */
export function hasMetadataHash({ metadata }: CompilerDescription): boolean {
  const { bytecodeHash, appendCBOR } = asObject(asObject(asObject(metadata).settings).metadata);
  return bytecodeHash !== "none" && appendCBOR !== false;
}

export const OTHER_WORDS =
  "the code has no metadata hash, so another author may have named and documented the same code";

/** The execution of a constructor that returns its own runtime code. */
interface WrittenCode {
  readonly execution: Execution;
  /** The executed creation code, without constructor arguments: the metadata's hash can only be there. */
  readonly creationCode: string;
}

/**
 * The creation of a contract whose code on chain no compiler made, by the creation code of the build, or by what a
 * compiler here makes of the record; undefined for all other contracts.
 */
export function writtenCode({
  build,
  recompiled,
  facts,
}: Pick<Evidence, "build" | "recompiled" | "facts">): WrittenCode | undefined {
  const compiled = build === undefined ? recompiled : undefined;
  const template = build?.isWritten !== true ? undefined : build.compiled?.creation;
  if (template !== undefined) return writtenBy(facts, template);
  if (compiled?.kind !== "compiled") return undefined;
  const isCompiled = (code: string): boolean =>
    compareCode("runtime", code, compiled.runtime)?.sameCode === true;
  if (isCompiled(facts.runtimeBytecode)) return undefined;
  const written = writtenBy(facts, compiled.creation);
  const { execution } = written ?? {};
  return execution?.kind === "returned" && isCompiled(execution.code) ? undefined : written;
}

function writtenBy(facts: DeploymentFacts, template: CodeTemplate): WrittenCode | undefined {
  const initCode = facts.creation?.initCode;
  if (initCode === undefined || comparedCreation(facts, template)?.sameCode !== true) return undefined;
  const creationCode = initCode.bytecode.slice(0, 2 + 2 * codeLength(template.object));
  return { execution: executed(initCode), creationCode };
}

/** The init code that created what is on chain now, compared with a creation code. */
function comparedCreation({ creation }: DeploymentFacts, template: CodeTemplate): Comparison | undefined {
  const initCode = creation?.doubt === undefined ? creation?.initCode : undefined;
  return initCode === undefined ? undefined : compareCode("creation", initCode.bytecode, template);
}

/** The constructor's execution decides the written code, and the sources alone decide the execution. */
export function compareWritten({ execution }: WrittenCode, { facts }: Pick<Evidence, "facts">): Finding {
  const how = execution.kind === "stopped" ? execution.reason : "it returns another one";
  return execution.kind === "returned" && execution.code === facts.runtimeBytecode.toLowerCase()
    ? passed("written by the constructor, executed here")
    : unknown(`the creation code is the build's, the code on chain is not: executed here, ${how}`);
}

/** Several checks and claims ask for it. */
const executions = new WeakMap<InitCode, Execution>();

function executed(initCode: InitCode): Execution {
  const execution = executions.get(initCode) ?? executeConstructor(initCode.bytecode);
  executions.set(initCode, execution);
  return execution;
}
