import { type Comparison, compareCode, isSameCode } from "../../bytecode/compare.ts";
import { type Execution, executeConstructor } from "../../bytecode/execute-constructor.ts";
import { BLOCK_ENDS, OPCODE } from "../../bytecode/opcodes.ts";
import type { DeploymentFacts, InitCode } from "../../chain/deployment-facts.ts";
import { type CodeTemplate, codeLength, toBytes } from "../../domain/code-template.ts";
import type { CompiledHere, CompilerDescription } from "../../solidity/compilers/compiled-here.ts";
import { asObject } from "../../text/is-object.ts";
import { getOrAdd } from "../../text/memoize.ts";
import { end, type Finding, needCompiled, passed, skipped, unknown } from "../check.ts";
import type { Evidence } from "../evidence.ts";

/** Returns a local compiler's output for the record or the given input. */
export function getLocalCompilation(
  known: Pick<Evidence, "recompiled" | "givenCompiled">,
): CompiledHere | undefined {
  return [known.recompiled, known.givenCompiled].find((each) => each?.kind === "compiled");
}

/** Returns the local compilation of the record. Ends the check if this compilation didn't produce the code on chain. */
export function needRecompiled(evidence: Evidence): CompiledHere {
  const { recompiled } = evidence;
  if (recompiled?.kind !== "compiled") return end(skipped("nothing was recompiled on this machine"));
  return isOnChain(evidence, recompiled)
    ? recompiled
    : end(skipped("compiling locally doesn't reproduce the code on chain"));
}

/**
 * Returns the build's code or, if there is none, Solidity code on chain that a local compiler produced from the record or
 * the given input. Otherwise, ends the check.
 */
export function needExpectedCode(evidence: Evidence): CompiledCode {
  const { build, recompiled, givenCompiled } = evidence;
  const compiled = [recompiled, givenCompiled].filter((each) => each?.kind === "compiled");
  // A template for Vyper adds the immutables to the compiled code.
  const isSolidity = (each: CompiledHere) => each.described !== undefined && isOnChain(evidence, each);
  return build?.compiled ?? compiled.find(isSolidity) ?? needCompiled(evidence);
}

function isOnChain(evidence: Evidence, compiled: CompiledCode): boolean {
  return compareBothSides(evidence, compiled).some((each) => each?.sameCode === true);
}

type CompiledCode = Pick<CompiledHere, "runtime" | "creation">;

/**
 * True if compiled code equals the code on chain or the contract's init code, including the CBOR auxdata (metadata
 * section), if any.
 */
export function isExactlyOnChain(evidence: Pick<Evidence, "facts">, compiled: CompiledCode): boolean {
  return compareBothSides(evidence, compiled).some((each) => each?.sameMetadata === true);
}

/**
 * True if the compilation that produced the runtime code on chain also produced the contract's creation code. A build
 * that was changed after the deployment may still have the same runtime code, except for the metadata.
 */
export function isCreationOnChain(evidence: Evidence, compiled: CompiledCode): boolean {
  const [runtime, creation] = compareBothSides(evidence, compiled);
  return runtime?.sameMetadata === true || creation?.sameCode === true;
}

function compareBothSides({ facts }: Pick<Evidence, "facts">, { runtime, creation }: CompiledCode) {
  return [compareCode("runtime", facts.runtimeBytecode, runtime), compareInitCode(facts, creation)];
}

/**
 * True if the compiler adds a metadata hash to the code with these settings. If there is no hash, sources with
 * different names and comments compile to the same code.
 */
export function hasMetadataHash({ metadata }: CompilerDescription): boolean {
  const { bytecodeHash, appendCBOR } = asObject(asObject(asObject(metadata).settings).metadata);
  return bytecodeHash !== "none" && appendCBOR !== false;
}

export const OTHER_WORDS =
  "the code has no metadata hash, so another author may have named and documented the same code";

/** The execution of a constructor that writes the runtime code itself. */
interface WrittenCode {
  readonly execution: Execution;
  /** The executed creation code, without constructor arguments. Only this code can contain the metadata's hash. */
  readonly creationCode: string;
  readonly initCode: InitCode;
}

/**
 * Executes a contract's creation code if its constructor, not a compiler, wrote the runtime code. Uses the creation
 * code from the build, or from a local compilation of the record or the given input. Returns undefined for all other
 * contracts.
 */
export function findWrittenCode(evidence: Executed): WrittenCode | undefined {
  const { build, facts } = evidence;
  if (build?.compiled !== undefined)
    return build.isWritten === true ? executeTemplate(facts, build.compiled.creation) : undefined;
  const compiled = getLocalCompilation(evidence);
  if (compiled === undefined) return undefined;
  const isCompiled = (code: string): boolean => isSameCode("runtime", code, compiled.runtime);
  if (isCompiled(facts.runtimeBytecode)) return undefined;
  const written = executeTemplate(facts, compiled.creation);
  const { execution } = written ?? {};
  return execution?.kind === "returned" && isCompiled(execution.code) ? undefined : written;
}

export type Executed = Pick<Evidence, "build" | "recompiled" | "givenCompiled" | "facts">;

function executeTemplate(facts: DeploymentFacts, template: CodeTemplate): WrittenCode | undefined {
  const initCode = facts.creation?.initCode;
  if (initCode === undefined || compareInitCode(facts, template)?.sameCode !== true) return undefined;
  const creationCode = initCode.bytecode.slice(0, 2 + 2 * codeLength(template.object));
  return { execution: executeOnce(initCode, initCode.bytecode), creationCode, initCode };
}

function compareInitCode({ creation }: DeploymentFacts, template: CodeTemplate): Comparison | undefined {
  const initCode = creation?.doubt === undefined ? creation?.initCode : undefined;
  return initCode === undefined ? undefined : compareCode("creation", initCode.bytecode, template);
}

/**
 * Compares the code on chain with the code that the locally executed constructor returns. The execution uses no other
 * data from the chain. Unknown if the deployer chose code in the constructor's arguments.
 */
export function compareWritten(written: WrittenCode, { facts }: Pick<Evidence, "facts">): Finding {
  const { execution } = written;
  const how = execution.kind === "stopped" ? execution.reason : "it returns different code";
  if (execution.kind === "stopped" || execution.code !== facts.runtimeBytecode.toLowerCase())
    return unknown(
      `the creation code equals the compiled code, but executing it on this machine did not reproduce the code on chain: ${how}`,
    );
  return isChosenByArguments(written, execution.code)
    ? unknown("the constructor's arguments determine the code on chain, so its sources don't show it")
    : passed("written by the constructor, which was executed on this machine");
}

/** True if code that can be called depends on the constructor's arguments. The deployer chooses them. */
function isChosenByArguments({ creationCode, initCode }: WrittenCode, code: string): boolean {
  if (BLOCK_ENDS.has(toBytes(code)[0] ?? OPCODE.STOP)) return false;
  const zeroed = creationCode.padEnd(initCode.bytecode.length, "0");
  const other = executeOnce(initCode, zeroed);
  return other.kind === "stopped" || other.code !== code;
}

/** Caches a contract's executions, because several checks and claims need them. */
const executions = new WeakMap<InitCode, Map<string, Execution>>();

/** @param code The init code, or the same code with other arguments. */
function executeOnce(initCode: InitCode, code: string): Execution {
  const known = getOrAdd(executions, initCode, () => new Map<string, Execution>());
  return getOrAdd(known, code, () => executeConstructor(code));
}
