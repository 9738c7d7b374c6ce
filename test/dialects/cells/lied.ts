import { type Ended, run } from "../run-cell.ts";
import type { Answer } from "../services/dialect-service.ts";
import { type DialectsWorld, deployContract, EVIL, type Place, PROGRAM, TWIN } from "../world.ts";
import { type Cell, type CommonCell, lying, onEach, stored, WITHOUT_CODE } from "./cell.ts";

type Body = Readonly<Record<string, unknown>>;

const LIED: readonly CommonCell[] = [
  lying(
    "another interface on record",
    { exitCode: 1, code: "VC412", says: /ABI as in the build/ },
    (world, place) =>
      checkLied(world, place, (body) => ({
        ...body,
        abi: [{ type: "function", name: "steal", inputs: [], outputs: [], stateMutability: "nonpayable" }],
      })),
  ),
  lying(
    "other sources on record",
    { exitCode: 1, code: "VC412", says: /source hashes are correct/ },
    (world, place) => {
      const sources = Object.fromEntries(
        Object.entries(EVIL.sources).map(([path, content]) => [path, { content }]),
      );
      return checkLied(world, place, (body) => ({
        ...body,
        sources,
        ...("stdJsonInput" in body ? { stdJsonInput: { ...(body.stdJsonInput as Body), sources } } : {}),
      }));
    },
  ),
  lying("another contract's name on record", { exitCode: 1, code: "VC412", says: /Other/ }, (world, place) =>
    checkLied(world, place, ({ compilation, ...body }) => ({
      ...body,
      compilation: {
        ...(compilation as Body | undefined),
        name: "Other",
        fullyQualifiedName: place.dialect === "avalanche" ? "Other" : "All.sol:Other",
      },
    })),
  ),
  lying(
    "a record for another address",
    { exitCode: 1, code: "VC412", says: /record has this address/ },
    (world, place) => checkLied(world, place, (body) => ({ ...body, address: `0x${"12".repeat(20)}` })),
  ),
  lying(
    "a completed job without a match",
    { exitCode: 3, code: "VC406", says: /neither a match nor an error/ },
    async (world, place) => {
      const { address } = await deployContract(place.chain, "Counter");
      const verificationId = crypto.randomUUID();
      place.service.script(address, {
        answer: (asked, own) => (asked.method === "POST" ? { status: 202, body: { verificationId } } : own()),
      });
      place.service.script(verificationId, {
        answer: () => ({
          status: 200,
          body: { isJobCompleted: true, verificationId, contract: { match: null } },
        }),
      });
      return run(world, place, [address]);
    },
  ),
];

/** A 404 stays a 404. */
async function checkLied(
  world: DialectsWorld,
  place: Place,
  lie: (body: Body) => Body,
  program = PROGRAM,
): Promise<Ended> {
  const { address } = await stored(place, "Counter", [], program);
  place.service.script(address, {
    answer: async (_asked, own): Promise<Answer> => {
      const answer = await own();
      const isRecord = answer.status === 200 && !("results" in (answer.body as Body));
      return isRecord ? { ...answer, body: lie(answer.body as Body) } : answer;
    },
  });
  return run(world, place, ["check", address], { build: program });
}

/** The service shows no code, so only its metadata can be compared. */
const WITHOUT_HASH = (
  [
    ["other settings", (metadata) => ({ settings: { ...settingsOf(metadata), viaIR: true } })],
    ["another compiler", () => ({ compiler: { version: "0.8.27+commit.40a35a09" } })],
    ["no sources", () => ({ sources: {} })],
    ["no contract", (metadata) => ({ settings: { ...settingsOf(metadata), compilationTarget: {} } })],
  ] as const satisfies readonly (readonly [string, (metadata: Body) => Body])[]
).map(
  ([what, change]): Cell => ({
    dialect: "avalanche",
    name: `a weaker match whose metadata names ${what}`,
    isHonest: false,
    // The record itself names the compiler that its metadata contradicts.
    end: what === "another compiler" ? { exitCode: 1, code: "VC412" } : WITHOUT_CODE,
    run: (world, place) =>
      checkLied(
        world,
        place,
        ({ metadata, ...body }) => ({
          ...body,
          metadata: { ...(metadata as Body), ...change(metadata as Body) },
        }),
        TWIN,
      ),
  }),
);

function settingsOf({ settings }: Body): Body {
  return settings as Body;
}

export const lied = [...onEach(LIED), ...WITHOUT_HASH];
