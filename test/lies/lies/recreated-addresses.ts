import { VerifyContractError } from "../../../src/internal/errors/problem.ts";
import { type CompiledProgram, codesOf, compileWith } from "../../helpers/compile.ts";
import type { CompilerRelease } from "../../helpers/corpus/phenomenon.ts";
import { create, loggedAddress, transact } from "../../helpers/deploy.ts";
import { verify } from "../../helpers/local/client.ts";
import { MOTHER, RECREATING, returning, WRITES_OWNER } from "../../helpers/written-code.ts";
import { inputWith } from "../world/programs.ts";
import type { Stage } from "../world/stage.ts";
import { PATH, type Subject } from "../world/subjects.ts";
import { isOne, type Lie } from "./lie.ts";
import { type DeployerLie, NODE_KINDS, type NodeKind, toldByDeployer } from "./told-by-deployer.ts";

/** Who names the old, honest transaction. */
const NAMED_BY = ["the user", "the record", "nobody"] as const;

/** A contract that was destroyed with its factory, and created again by init code that writes another state. */
const LIES: readonly DeployerLie[] = (["creation-code", "deployment"] as const).flatMap((claim) =>
  NAMED_BY.flatMap((namedBy) => {
    const lie = (twin: "once" | "nest"): DeployerLie => ({
      name: `an address of which ${namedBy} names the creation before the last: ${claim}`,
      claim,
      catches: ["recreated-address"],
      fits: isOne("counter"),
      // An honest query service knows the time of the creation.
      withoutQuery: true,
      // If the chain's self-destruct rules are unknown, a factory that can return leaves a doubt.
      nodes:
        twin === "once" ? ["full node"] : NODE_KINDS.filter((node) => node !== "full node" && isTold(node)),
      ...(namedBy === "the user"
        ? { request: ({ transactionHash }) => ({ creationTransactionHash: transactionHash }) }
        : {}),
      deploy: async (stage, { compiler }) => {
        const mother = await motherOf(stage, compiler);
        const honest = creationCodeOf(compiler, "Closing");
        const first = await bear(stage, mother, MOTHER.encodeFunctionData("make", [honest, true]));
        const evil = await bear(
          stage,
          mother,
          MOTHER.encodeFunctionData("make", [poisoned(compiler), false]),
        );
        if (evil.address !== first.address) throw new Error("It was created elsewhere.");
        return named(stage, compiler, first);
      },
      twin: async (stage, { compiler }) => {
        const code = creationCodeOf(compiler, "Closing");
        const order =
          twin === "once"
            ? MOTHER.encodeFunctionData("once", [code])
            : MOTHER.encodeFunctionData("make", [code, false]);
        return named(stage, compiler, await bear(stage, await motherOf(stage, compiler), order));
      },
    });
    /** If nothing shows the creation, the user vouches for the deployment. */
    const isTold = (node: NodeKind): boolean =>
      node !== "no traces, no history" || namedBy !== "the user" || claim !== "deployment";
    const named = async (stage: Stage, compiler: CompilerRelease, born: Born): Promise<Subject> => {
      if (namedBy === "the record") await submit(stage, compiler, born);
      const compiled = compiledBy(compiler);
      return { kind: "counter", compiler, name: "Closing", compiled, libraries: {}, ...born };
    };
    return [lie("once"), lie("nest")];
  }),
);

/** The run ends if the user names a transaction that isn't the creation. */
export const RECREATED_ADDRESS_LIES: readonly Lie[] = toldByDeployer(LIES).map((lie) => ({
  ...lie,
  tell: (stage, subject) =>
    lie.tell(stage, subject).catch((error: unknown) => {
      if (!(error instanceof VerifyContractError) || error.code !== "VC303") throw error;
      return { passed: false, how: error.code };
    }),
}));

type Born = Pick<Subject, "address"> & { readonly transactionHash: string };

async function motherOf({ world: { chain } }: Stage, compiler: CompilerRelease): Promise<string> {
  return (await create(chain, creationCodeOf(compiler, "Mother"))).address;
}

async function bear({ world: { chain } }: Stage, mother: string, data: string): Promise<Born> {
  const receipt = await transact(chain, mother, { data });
  return { address: loggedAddress(receipt), transactionHash: receipt.transactionHash };
}

/** The deployer verifies the contract first, with the transaction of its choice. */
async function submit(
  { world }: Stage,
  compiler: CompilerRelease,
  { address, transactionHash }: Born,
): Promise<void> {
  const { compilerVersion, input } = compiledBy(compiler);
  const submission = {
    stdJsonInput: input,
    compilerVersion,
    contractIdentifier: `${PATH}:Closing`,
    creationTransactionHash: transactionHash,
  };
  const { error } = await verify(world.services.verification.url, address, JSON.stringify(submission));
  if (error !== undefined) throw new Error(`It was not verified: ${JSON.stringify(error)}`);
}

function compiledBy(compiler: CompilerRelease): CompiledProgram {
  return compileWith(compiler, inputWith(RECREATING, { evmVersion: "paris" }));
}

function creationCodeOf(compiler: CompilerRelease, name: string): string {
  return codesOf(compiledBy(compiler), PATH, name).creation;
}

/** Init code that writes 0xaa in place of 7, and returns the same runtime code. */
function poisoned(compiler: CompilerRelease): string {
  return returning(codesOf(compiledBy(compiler), PATH, "Closing").runtime, WRITES_OWNER);
}
