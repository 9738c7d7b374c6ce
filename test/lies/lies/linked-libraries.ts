import { setImmediate } from "node:timers/promises";
import { type CompiledProgram, contractOf } from "../../helpers/compile.ts";
import { compileProgram } from "../../helpers/corpus/compile-program.ts";
import type { CompilerRelease, Program } from "../../helpers/corpus/phenomenon.ts";
import { create } from "../../helpers/deploy.ts";
import { isAlarm } from "../honest.ts";
import type { KnownClass } from "../table/classes.ts";
import type { Stage } from "../world/stage.ts";
import { creationOf, PATH, type Subject } from "../world/subjects.ts";
import { type Asking, askingFor, type LiesWorld } from "../world/world.ts";
import { servedAt } from "./deployer-and-service.ts";
import { type Ended, isOf, type Lie, shown, toldIn } from "./lie.ts";
import { withoutTraces } from "./rewrites.ts";

/** How a contract comes to run the library. */
const LINKS = ["constructor", "created", "runtime", "nested", "settings", "settings-constructor"] as const;

type Link = (typeof LINKS)[number];

/** The library's code: its own, made by another compiler of the project, or something else. */
type Library = "honest" | "of-another-job" | "evil" | "evil-with-planted-hash";

interface Linked {
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

async function deployLinked(
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

function withoutLibrary({ input, output, compilerVersion }: CompiledProgram): CompiledProgram {
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

const CLAIM = "libraries";

const BUILDS = ["all", "without the library", "none"] as const;

const EVIL = [
  ["evil", "another library", "honest"],
  ["evil-with-planted-hash", "another library that ends in the right one's metadata", "of-another-job"],
] as const satisfies readonly (readonly [lie: Library, name: string, twin: Library])[];

const CATCHES: Readonly<Record<Link, KnownClass>> = {
  constructor: "library-of-constructor",
  created: "library-of-constructor",
  runtime: "planted-hash",
  nested: "nested-library",
  settings: "library-of-settings",
  "settings-constructor": "library-of-settings",
};

function askingWith({ world }: Stage, subject: Subject, builds: (typeof BUILDS)[number]): Promise<Asking> {
  switch (builds) {
    case "all":
      return askingFor(world, subject, "verify");
    case "without the library":
      return askingFor(world, { ...subject, compiled: withoutLibrary(subject.compiled) }, "verify");
    case "none":
      return askingFor(world, subject, "check-alone");
  }
}

/** Verifies the contract, then asks for it with these builds, which include another job's library. */
async function asked(
  stage: Stage,
  { subject, library }: Linked,
  builds: (typeof BUILDS)[number],
  verification?: Asking["verification"],
): Promise<Asking> {
  const { world } = stage;
  await world.run(await askingFor(world, subject, "verify"));
  const asking = await askingWith(stage, subject, builds);
  const jobs =
    builds === "all" ? [...asking.builds, await world.artifactsOf(library.compiled)] : asking.builds;
  return { ...asking, builds: jobs, verification };
}

/** A contract that a factory creates with its init code, but with this library in place of its own. */
async function createdByFactory(
  { world: { chain }, evil }: Stage,
  { subject, library }: Linked,
  other: Linked["library"],
): Promise<Linked> {
  const { input } = (await chain.request("eth_getTransactionByHash", subject.transactionHash)) as {
    readonly input: string;
  };
  const digits = (address: string) => address.slice(2).toLowerCase();
  const init = input.replaceAll(digits(library.address), digits(other.address));
  return { subject: await evil.byFactory(subject, init), library };
}

/** The honest twin is verified, with its libraries proven. If no build has them, their own records suffice. */
async function control(
  stage: Stage,
  compiler: CompilerRelease,
  link: Link,
  library: Library,
  builds: (typeof BUILDS)[number],
): Promise<Ended> {
  return passes(stage, await deployLinked(stage.world, compiler, link, library), builds);
}

async function passes(stage: Stage, twin: Linked, builds: (typeof BUILDS)[number]): Promise<Ended> {
  await stage.world.run(await askingFor(stage.world, twin.library, "verify"));
  const [report] = await stage.world.run(await asked(stage, twin, builds));
  const { state, witnesses = [] } = report?.claims?.find(({ id }) => id === CLAIM) ?? {};
  return { passed: !isAlarm(report) && state === "proven" && witnesses.length > 0, how: shown(report) };
}

/** The library differs from the sources; the service is honest. */
const ofDeployer: readonly Lie[] = LINKS.flatMap((link) =>
  EVIL.flatMap(([library, name, twin]) =>
    BUILDS.map(
      (builds): Lie => ({
        name: `${name}, by ${link}, with builds: ${builds}`,
        liar: "deployer",
        claim: CLAIM,
        catches: [CATCHES[link], ...(library === "evil" ? [] : (["planted-hash"] as const))],
        fits: isOf("counter"),
        tell: async (stage, { compiler }) => {
          const linked = await deployLinked(stage.world, compiler, link, library);
          return toldIn(stage, "deployer", CLAIM, await asked(stage, linked, builds));
        },
        control: (stage, { compiler }) => control(stage, compiler, link, twin, builds),
      }),
    ),
  ),
);

/** The service also has an exact record of harmless sources for the library. */
const ofBoth: readonly Lie[] = LINKS.flatMap((link) =>
  EVIL.map(
    ([library, name, twin]): Lie => ({
      name: `${name}, by ${link}, with an exact record of harmless sources`,
      liar: "deployer-and-service",
      claim: CLAIM,
      catches: ["planted-hash"],
      fits: isOf("counter"),
      tell: async (stage, { compiler }) => {
        const honest = await deployLinked(stage.world, compiler, link, "honest");
        await stage.world.run(await askingFor(stage.world, honest.library, "verify"));
        const record = await stage.recordOf(honest.library);
        const linked = await deployLinked(stage.world, compiler, link, library);
        const { library: deployed } = linked;
        const asking = await asked(stage, linked, "none", servedAt({ deployed, record }));
        return toldIn(stage, "deployer-and-service", CLAIM, asking);
      },
      control: (stage, { compiler }) => control(stage, compiler, link, twin, "none"),
    }),
  ),
);

/** No node traces the creation, so the init code's library is unknown. For the honest twin, the node traces it. */
const ofFactory: readonly Lie[] = (["constructor", "settings-constructor"] as const).flatMap((link) =>
  BUILDS.map(
    (builds): Lie => ({
      name: `another library in a factory's init code, which nothing shows, by ${link}, with builds: ${builds}`,
      liar: "deployer",
      claim: CLAIM,
      catches: [CATCHES[link], "child-of-factory"],
      fits: isOf("counter"),
      tell: async (stage, { compiler }) => {
        const honest = await deployLinked(stage.world, compiler, link, "honest");
        const { library } = await deployLinked(stage.world, compiler, link, "evil");
        const asking = await asked(stage, await createdByFactory(stage, honest, library), builds);
        return toldIn(stage, "deployer", CLAIM, { ...asking, node: withoutTraces, withoutQuery: true });
      },
      control: async (stage, { compiler }) => {
        const honest = await deployLinked(stage.world, compiler, link, "honest");
        return passes(stage, await createdByFactory(stage, honest, honest.library), builds);
      },
    }),
  ),
);

export const LINKED_LIBRARY_LIES: readonly Lie[] = [...ofDeployer, ...ofBoth, ...ofFactory];
