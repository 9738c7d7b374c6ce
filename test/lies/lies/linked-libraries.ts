import type { CompilerRelease } from "../../helpers/corpus/phenomenon.ts";
import type { KnownClass } from "../table/classes.ts";
import { deployLinked, LINKS, type Library, withoutLibrary } from "../world/linked.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import { type Asking, askingFor, type LiesWorld } from "../world/world.ts";
import { served } from "./deployer-and-service.ts";
import { type Lie, shown, toldIn } from "./lie.ts";

const CLAIM = "libraries";

/** The build files that the run has. */
const BUILDS = ["all", "without the library", "none"] as const;

const EVIL = [
  ["evil", "another library"],
  ["evil-with-planted-hash", "another library that ends in the right one's metadata"],
] as const satisfies readonly (readonly [Library, string])[];

const CATCHES: Readonly<Record<(typeof LINKS)[number], KnownClass>> = {
  constructor: "library-of-constructor",
  created: "library-of-constructor",
  runtime: "planted-hash",
  nested: "nested-library",
  settings: "library-of-settings",
  "settings-constructor": "library-of-settings",
};

const isOf = ({ kind }: Subject): boolean => kind === "counter";

/** Asks for a linked contract as its honest twin is asked for. */
async function asking(
  { world }: Pick<Stage, "world">,
  subject: Subject,
  builds: (typeof BUILDS)[number],
): Promise<Asking> {
  switch (builds) {
    case "all":
      return askingFor(world, subject, "verify");
    case "without the library":
      return askingFor(world, { ...subject, compiled: withoutLibrary(subject.compiled) }, "verify");
    case "none":
      return askingFor(world, subject, "check-alone");
  }
}

/** A deployer's library that is not the one of the sources; the service compiles honestly. */
const ofDeployer: readonly Lie[] = LINKS.flatMap((link) =>
  EVIL.flatMap(([library, name]) =>
    BUILDS.map(
      (builds): Lie => ({
        name: `${name}, by ${link}, with builds: ${builds}`,
        liar: "deployer",
        claim: CLAIM,
        catches: [CATCHES[link], ...(library === "evil" ? [] : (["planted-hash"] as const))],
        fits: isOf,
        tell: async (stage, { compiler }) => {
          const { subject } = await deployLinked(stage.world, compiler, link, library);
          await stage.world.run(await askingFor(stage.world, subject, "verify"));
          return toldIn(stage, { liar: "deployer", claim: CLAIM }, await asking(stage, subject, builds));
        },
      }),
    ),
  ),
);

/** The service adds an exact record of harmless sources for the library. */
const ofBoth: readonly Lie[] = LINKS.flatMap((link) =>
  EVIL.map(
    ([library, name]): Lie => ({
      name: `${name}, by ${link}, with an exact record of harmless sources`,
      liar: "deployer-and-service",
      claim: CLAIM,
      catches: ["planted-hash"],
      fits: isOf,
      tell: async (stage, { compiler }) => {
        const honest = await deployLinked(stage.world, compiler, link, "honest");
        await stage.world.run(await askingFor(stage.world, honest.library, "verify"));
        const record = await stage.recordOf(honest.library);
        const { subject, library: evil } = await deployLinked(stage.world, compiler, link, library);
        await stage.world.run(await askingFor(stage.world, subject, "verify"));
        return toldIn(
          stage,
          { liar: "deployer-and-service", claim: CLAIM },
          {
            ...(await asking(stage, subject, "none")),
            verification: ({ path }, answer) =>
              path.toLowerCase().includes(evil.address.toLowerCase())
                ? { status: 200, body: served({ deployed: evil, record }, path) }
                : answer,
          },
        );
      },
    }),
  ),
);

export const LINKED_LIBRARY_LIES: readonly Lie[] = [...ofDeployer, ...ofBoth];

const TWIN_COMPILERS: readonly CompilerRelease[] = ["0.4.26", "0.8.28", "0.8.37"];

/**
 * The honest twins: each link, with each library that is right, and with each of the builds. Another job's library is in a
 * build of its own, or else on record.
 */
export async function runLinkedTwins(
  world: LiesWorld,
): Promise<{ readonly runs: number; readonly alarms: readonly string[] }> {
  const alarms: string[] = [];
  let runs = 0;
  for (const compiler of TWIN_COMPILERS)
    for (const link of LINKS)
      for (const right of ["honest", "of-another-job"] as const) {
        const { subject, library } = await deployLinked(world, compiler, link, right);
        await world.run(await askingFor(world, library, "verify"));
        for (const builds of BUILDS) {
          const asked = await asking({ world }, subject, builds);
          const jobs =
            builds === "all" ? [...asked.builds, await world.artifactsOf(library.compiled)] : asked.builds;
          const [report] = await world.run({ ...asked, builds: jobs });
          runs++;
          const { state, witnesses = [] } = report?.claims?.find(({ id }) => id === CLAIM) ?? {};
          if (report?.verdict !== "verified" || state !== "proven" || witnesses.length === 0)
            alarms.push(`${compiler}, ${right} library by ${link}, with builds: ${builds}: ${shown(report)}`);
        }
      }
  return { runs, alarms };
}
