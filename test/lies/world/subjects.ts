import { Interface } from "ethers/abi";
import type { Compiled } from "../../helpers/compile.ts";
import { type CompiledProgram, contractOf, creationInput } from "../../helpers/compile.ts";
import { compileProgram } from "../../helpers/corpus/compile-program.ts";
import type { CompilerRelease, Program } from "../../helpers/corpus/phenomenon.ts";
import { create, loggedAddress, transact } from "../../helpers/deploy.ts";
import type { DevelopmentChain } from "../../helpers/local/development-chain.ts";
import { evilOf, hasImmutables, programOf, twinOf } from "./programs.ts";

export type Kind =
  | ("counter" | "twin" | "named" | "low" | "high" | "uses-low" | "uses-high")
  | ("child" | "proxy" | "fixed");

export interface Subject {
  readonly kind: Kind;
  readonly compiler: CompilerRelease;
  readonly name: string;
  /** Checksummed. */
  readonly address: string;
  readonly compiled: CompiledProgram;
  /** Undefined for a factory's child. */
  readonly transactionHash: string | undefined;
  readonly libraries: Readonly<Record<string, string>>;
}

export const PATH = "All.sol";

export function creationOf(
  program: Program,
  name: string,
  libraries: Readonly<Record<string, string>> = {},
  args: readonly unknown[] = [],
  path = PATH,
): string {
  return creationInput(contractOf(compileProgram(program), path, name), libraries, args);
}

export async function deploySubjects(
  chain: DevelopmentChain,
  compiler: CompilerRelease,
): Promise<readonly Subject[]> {
  const program = programOf(compiler);
  const compiled = compileProgram(program);
  const subjects: Subject[] = [];
  const deploy = async (
    kind: Kind,
    name: string,
    libraries: Readonly<Record<string, string>> = {},
    args: readonly unknown[] = [],
    of: Program = program,
  ): Promise<Subject> => {
    const created = await create(chain, creationOf(of, name, libraries, args));
    const subject = { kind, compiler, name, compiled: compileProgram(of), libraries, ...created };
    subjects.push(subject);
    return subject;
  };
  const counter = await deploy("counter", "Counter");
  await deploy("twin", "Counter", {}, [], twinOf(compiler));
  await deploy("named", "Named", {}, [9]);
  const low = await deploy("low", "Low");
  const high = await deploy("high", "High", { Low: low.address });
  await deploy("uses-low", "UsesLow", { Low: low.address });
  await deploy("uses-high", "UsesHigh", { High: high.address, Low: low.address });
  subjects.push({
    kind: "child",
    compiler,
    name: "Child",
    compiled,
    libraries: {},
    ...(await createChild(chain, program)),
  });
  await deploy("proxy", "Proxy", {}, [counter.address]);
  if (hasImmutables(compiler)) await deploy("fixed", "Fixed", {}, [9]);
  return subjects;
}

/** A contract that the program's factory creates. */
export async function createChild(chain: DevelopmentChain, program: Program) {
  const factory = await create(chain, creationOf(program, "Factory"));
  const data = new Interface(["function make()"]).encodeFunctionData("make");
  const address = loggedAddress(await transact(chain, factory.address, { data }));
  return { address, transactionHash: undefined };
}

export function evilBuild(compiler: CompilerRelease): Compiled {
  return compileProgram(evilOf(compiler));
}
