import { getAddress } from "ethers/address";
import type { StandardJsonInput } from "../../../src/internal/domain/compiler-input.ts";
import { type CompiledProgram, compileWith, contractOf, creationInput } from "../../helpers/compile.ts";
import { compileProgram } from "../../helpers/corpus/compile-program.ts";
import type { CompilerRelease } from "../../helpers/corpus/phenomenon.ts";
import { create, loggedAddress, transact } from "../../helpers/deploy.ts";
import { returning, WRITES_OWNER } from "../../helpers/written-code.ts";
import { evilOf, programOf } from "./programs.ts";
import { creationOf, PATH, type Subject } from "./subjects.ts";
import type { LiesWorld } from "./world.ts";

/** Deployments that imitate an honest contract; each is made once. */
export class Evil {
  readonly #world: LiesWorld;
  readonly #made = new Map<string, Promise<Subject>>();

  constructor(world: LiesWorld) {
    this.#world = world;
  }

  /** Handwritten creation code that writes a slot and returns this runtime code. */
  foreign(like: Subject, runtime: (code: string) => string = (code) => code): Promise<Subject> {
    return this.#once(`foreign ${like.address} ${runtime}`, async () => {
      const code = runtime(await this.#codeOf(like.address));
      return { ...like, ...(await create(this.#world.chain, returning(code, WRITES_OWNER))) };
    });
  }

  /** Only a trace shows the creation code. */
  foreignChild(like: Subject): Promise<Subject> {
    return this.#once(`foreign child ${like.address}`, async () =>
      this.byFactory(like, returning(await this.#codeOf(like.address), WRITES_OWNER)),
    );
  }

  /** With the build's creation code. */
  child(like: Subject): Promise<Subject> {
    return this.#once(`child ${like.address}`, async () => this.byFactory(like, await this.#inputOf(like)));
  }

  /** Links another library named `Low`; if nested, through `High`. */
  library(compiler: CompilerRelease, isNested: boolean): Promise<Subject> {
    return this.#once(`library ${compiler} ${isNested}`, async () => {
      const { chain } = this.#world;
      const program = programOf(compiler);
      const low = await create(chain, creationOf(evilOf(compiler), "Low"));
      const compiled = compileProgram(program);
      if (!isNested) {
        const libraries = { Low: low.address };
        const created = await create(chain, creationOf(program, "UsesLow", libraries));
        return { kind: "uses-low", compiler, name: "UsesLow", compiled, libraries, ...created };
      }
      const high = await create(chain, creationOf(program, "High", { Low: low.address }));
      const libraries = { High: high.address, Low: low.address };
      const created = await create(chain, creationOf(program, "UsesHigh", libraries));
      return { kind: "uses-high", compiler, name: "UsesHigh", compiled, libraries, ...created };
    });
  }

  /** Another copy of this contract, not yet verified. */
  async fresh(like: Subject, init: (code: string) => string = (code) => code): Promise<Subject> {
    return { ...like, ...(await create(this.#world.chain, init(await this.#inputOf(like)))) };
  }

  proxyOf({ compiler }: Subject, implementation: Subject): Promise<Subject> {
    return this.#once(`proxy ${compiler} ${implementation.address}`, async () => {
      const program = programOf(compiler);
      const init = creationOf(program, "Proxy", {}, [implementation.address]);
      const created = await create(this.#world.chain, init);
      return {
        kind: "proxy",
        compiler,
        name: "Proxy",
        compiled: compileProgram(program),
        libraries: {},
        ...created,
      };
    });
  }

  program(
    compiler: CompilerRelease,
    input: StandardJsonInput,
    name: string,
    args: readonly unknown[] = [],
  ): Promise<Subject> {
    return this.#once(`program ${compiler} ${JSON.stringify([input, name, args])}`, async () => {
      const compiled: CompiledProgram = compileWith(compiler, input);
      const created = await create(
        this.#world.chain,
        creationInput(contractOf(compiled, PATH, name), {}, args),
      );
      return { kind: "counter", compiler, name, compiled, libraries: {}, ...created };
    });
  }

  /** Code without a creation transaction, as in a genesis block. */
  genesis(like: Subject): Promise<Subject> {
    return this.#once(`genesis ${like.address}`, async () => {
      const address = getAddress(`0x${"77".repeat(8)}${like.address.slice(2, 26).toLowerCase()}`);
      await this.#world.chain.request("hardhat_setCode", address, await this.#codeOf(like.address));
      return { ...like, address, transactionHash: undefined };
    });
  }

  /** A factory creates it with this init code, which only a trace shows. */
  async byFactory(like: Subject, init: string): Promise<Subject> {
    const { chain } = this.#world;
    const factory = await create(chain, returning(CREATES_CALLDATA));
    const address = loggedAddress(await transact(chain, factory.address, { data: init }));
    return { ...like, address, transactionHash: undefined };
  }

  async #inputOf({ transactionHash }: Subject): Promise<string> {
    const transaction = await this.#world.chain.request("eth_getTransactionByHash", transactionHash);
    return (transaction as { readonly input: string }).input;
  }

  #codeOf(address: string): Promise<string> {
    return this.#world.chain.request("eth_getCode", address, "latest") as Promise<string>;
  }

  #once(what: string, make: () => Promise<Subject>): Promise<Subject> {
    const known = this.#made.get(what) ?? make();
    this.#made.set(what, known);
    return known;
  }
}

/** Creates a contract from its calldata and logs the address. */
const CREATES_CALLDATA = "0x3660006000373660006000f060005260206000a000";
