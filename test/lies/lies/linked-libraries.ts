import type { CompilerRelease } from "../../helpers/corpus/phenomenon.ts";
import { isAlarm } from "../honest.ts";
import type { KnownClass } from "../table/classes.ts";
import {
  deployLinked,
  LINKS,
  type Library,
  type Link,
  type Linked,
  withoutLibrary,
} from "../world/linked.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import { type Asking, askingFor } from "../world/world.ts";
import { served } from "./deployer-and-service.ts";
import { type Ended, type Lie, shown, toldIn } from "./lie.ts";

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

const isOf = ({ kind }: Subject): boolean => kind === "counter";

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

/** The honest twin is verified, with its libraries proven. If no build has them, their own records suffice. */
async function control(
  stage: Stage,
  compiler: CompilerRelease,
  link: Link,
  library: Library,
  builds: (typeof BUILDS)[number],
): Promise<Ended> {
  const twin = await deployLinked(stage.world, compiler, link, library);
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
        fits: isOf,
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
      fits: isOf,
      tell: async (stage, { compiler }) => {
        const honest = await deployLinked(stage.world, compiler, link, "honest");
        await stage.world.run(await askingFor(stage.world, honest.library, "verify"));
        const record = await stage.recordOf(honest.library);
        const linked = await deployLinked(stage.world, compiler, link, library);
        const { library: deployed } = linked;
        const asking = await asked(stage, linked, "none", ({ path }, answer) =>
          path.toLowerCase().includes(deployed.address.toLowerCase())
            ? { status: 200, body: served({ deployed, record }, path) }
            : answer,
        );
        return toldIn(stage, "deployer-and-service", CLAIM, asking);
      },
      control: (stage, { compiler }) => control(stage, compiler, link, twin, "none"),
    }),
  ),
);

export const LINKED_LIBRARY_LIES: readonly Lie[] = [...ofDeployer, ...ofBoth];
