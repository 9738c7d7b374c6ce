import { setImmediate } from "node:timers/promises";
import { contractOf } from "../../helpers/compile.ts";
import { type CompiledProgram, compileProgram } from "../../helpers/corpus/compile-program.ts";
import type { CompilerRelease, Program } from "../../helpers/corpus/phenomenon.ts";
import { create, creationOf, PATH, type Subject } from "./subjects.ts";
import type { LiesWorld } from "./world.ts";

/** How a contract comes to run the library. */
export const LINKS = [
  "constructor",
  "created",
  "runtime",
  "nested",
  "settings",
  "settings-constructor",
] as const;

export type Link = (typeof LINKS)[number];

/** The library's code: its own, made by another compiler of the project, or something else. */
export type Library = "honest" | "of-another-job" | "evil" | "evil-with-planted-hash";

export interface Linked {
  readonly subject: Subject;
  readonly library: Subject;
}

const CONTRACTS: Readonly<Record<Link, string>> = {
  constructor: "Once",
  created: "Parent",
  runtime: "Uses",
  nested: "UsesOuter",
  settings: "Uses",
  "settings-constructor": "Once",
};

/** The compiler of another job in the project. */
const OTHER_JOB: CompilerRelease = "0.8.19";

export async function deployLinked(
  { chain }: Pick<LiesWorld, "chain">,
  compiler: CompilerRelease,
  link: Link,
  library: Library,
): Promise<Linked> {
  const honest: Program = { compiler, sources: { [PATH]: SOURCE }, contract: `${PATH}:Setup` };
  const job = library === "of-another-job" ? { ...honest, compiler: OTHER_JOB } : honest;
  const init = creationOfLibrary(honest, job, library);
  const compiledLibrary = compileProgram(job);
  // While this process compiles, its servers close idle connections. Clients have to notice first.
  await setImmediate();
  const made = await create(chain, init);
  const libraries = { Setup: made.address };
  const outer = link === "nested" ? await create(chain, creationOf(honest, "Outer", libraries)) : made;
  const name = CONTRACTS[link];
  const program: Program = link.startsWith("settings")
    ? { ...honest, settings: { libraries: { [PATH]: libraries } } }
    : honest;
  const linked = creationOf(program, name, { ...libraries, Outer: outer.address });
  await setImmediate();
  const created = await create(chain, linked);
  const common = { kind: "counter", compiler, libraries } as const;
  return {
    subject: { ...common, name, compiled: compileProgram(program), ...created },
    library: { ...common, name: "Setup", compiled: compiledLibrary, ...made },
  };
}

export function withoutLibrary({ input, output, compilerVersion }: CompiledProgram): CompiledProgram {
  const { Setup: _, ...contracts } = output.contracts[PATH] ?? {};
  return { input, output: { contracts: { [PATH]: contracts } }, compilerVersion };
}

function creationOfLibrary(honest: Program, job: Program, library: Library): string {
  const evil: Program = { ...honest, sources: { [PATH]: SOURCE.replace("+= 100", "= ~uint256(0)") } };
  switch (library) {
    case "honest":
    case "of-another-job":
      return creationOf(job, "Setup");
    case "evil":
      return creationOf(evil, "Setup");
    case "evil-with-planted-hash": {
      const { object } = contractOf(compileProgram(honest), PATH, "Setup").evm.deployedBytecode;
      // The last two bytes are the length of the section before them.
      const length = 2 * (2 + Number.parseInt(object.slice(-4), 16));
      return `${creationOf(evil, "Setup").slice(0, -length)}${object.slice(-length)}`;
    }
  }
}

const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity >=0.4.22;
library Setup {
  struct Book { mapping(address => uint256) amounts; }
  function run(Book storage book) public { book.amounts[msg.sender] += 100; }
}
library Outer {
  function run(Setup.Book storage book) public { Setup.run(book); }
}
contract Once {
  Setup.Book book;
  constructor() public { Setup.run(book); }
}
contract Parent {
  Once public once;
  constructor() public { once = new Once(); }
}
contract Uses {
  Setup.Book book;
  function set() external { Setup.run(book); }
}
contract UsesOuter {
  Setup.Book book;
  function set() external { Outer.run(book); }
}
`;
