import type { RecordedDeployment } from "../../../src/internal/domain/build.ts";
import type { VerifyRequest } from "../../../src/internal/pipeline/request.ts";
import { getExitCode } from "../../../src/internal/report/outcome.ts";
import { cloneOf } from "../../helpers/contracts.ts";
import { create } from "../../helpers/deploy.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import type { Asking } from "../world/world.ts";
import { type Ended, isOne, type Lie, shown } from "./lie.ts";
import { EXACT, recordOf } from "./rewrites.ts";

const CREATE3 = "0x363d3d37363d34f0";

type Placed = Pick<Subject, "address" | "transactionHash">;

/** Each names the placed contract after another one. */
const NAMED_BY = {
  "a deployment record": (placed, name) => recordedAs(placed, { contractName: name }),
  "a manifest": (placed, name) => ({ ...recordedAs(placed, {}), contract: name }),
  "the user": (_, name) => ({ contract: name }),
} as const satisfies Readonly<Record<string, (placed: Placed, name: string) => Partial<VerifyRequest>>>;

/** `alone` has no build, so a clone's implementation is third-party and named by its record. */
const MODES = ["verify", "check", "alone"] as const;

/** Clones and well-known code in place of a contract with a name. */
export const NAMED_CLONE_LIES: readonly Lie[] = Object.entries(NAMED_BY).flatMap(([who, request]) =>
  // The user can only name contracts of a build.
  MODES.filter((mode) => mode !== "alone" || who === "a deployment record").flatMap((mode) => {
    const ask = async (stage: Stage, subject: Subject, placed: Placed): Promise<Ended> =>
      ran(stage, await asking(stage, subject, placed, mode, request(placed, subject.name)));
    const lie = {
      liar: "deployer",
      claim: "deployment",
      catches: ["named-clone"],
      fits: isOne("counter"),
    } satisfies Partial<Lie>;
    return [
      {
        ...lie,
        name: `a clone of another contract, named by ${who} (${mode})`,
        tell: async (stage, subject) =>
          ask(stage, subject, await deployClone(stage, stage.otherThan(subject))),
        control: async (stage, subject) => ask(stage, subject, await deployClone(stage, subject)),
      },
      {
        ...lie,
        name: `a CREATE3 proxy, named by ${who} (${mode})`,
        tell: async (stage, subject) =>
          ask(stage, subject, await create(stage.world.chain, returning(CREATE3))),
        control: (stage, subject) => ask(stage, subject, subject),
      },
    ] satisfies readonly Lie[];
  }),
);

/** A clone of code that only the service vouches for is no better than that code. */
export const VOUCHED_CLONE_LIES: readonly Lie[] = (["verify", "check"] as const).flatMap((mode) =>
  ([false, true] as const).map(
    (followProxy): Lie => ({
      name: `a clone of code with another contract's record (${mode}${followProxy ? ", followed" : ""})`,
      liar: "deployer-and-service",
      claim: "sources",
      catches: ["vouched-clone"],
      fits: isOne("counter"),
      tell: async (stage, subject) => {
        const { world } = stage;
        const hidden = await create(world.chain, returning("0x60015f55"));
        const record = await stage.recordOf(subject);
        const clone = await deployClone(stage, hidden);
        const lie = recordOf(hidden, () => ({ ...record, ...EXACT, address: hidden.address }));
        return ran(stage, {
          ...(await asking(stage, subject, clone, mode, { followProxy })),
          verification: (asked, honest) =>
            asked.path.includes(hidden.address) ? lie(asked, { ...honest, status: 200 }) : honest,
        });
      },
      control: async (stage, subject) =>
        ran(stage, await asking(stage, subject, await deployClone(stage, subject), mode, { followProxy })),
    }),
  ),
);

/** A node shows code without sources in place of a verified contract. */
export const SHOWN_CODE_LIES: readonly Lie[] = (["verify", "check"] as const).flatMap((mode) =>
  (["clone", "CREATE3 proxy"] as const).map(
    (what): Lie => ({
      name: `a ${what} in the place of a verified contract (${mode})`,
      liar: "node",
      claim: "runtime-code",
      catches: ["shown-code"],
      fits: isOne("counter"),
      tell: async (stage, subject) => {
        const other = stage.otherThan(subject).address;
        const code = what === "clone" ? cloneOf(other) : CREATE3;
        return ran(stage, {
          ...(await asking(stage, subject, subject, mode)),
          node: (method, params, honest) =>
            method === "eth_getCode" && String(params[0]).toLowerCase() === subject.address.toLowerCase()
              ? Promise.resolve(code)
              : honest(),
        });
      },
      control: async (stage, subject) => ran(stage, await asking(stage, subject, subject, mode)),
    }),
  ),
);

async function asking(
  { world }: Stage,
  { compiled }: Subject,
  { address }: Placed,
  mode: (typeof MODES)[number],
  request: Partial<VerifyRequest> = {},
): Promise<Asking> {
  const builds = mode === "alone" ? [] : [await world.artifactsOf(compiled)];
  const action = mode === "alone" ? "check" : mode;
  const buildSource = { kind: "build-files", locations: builds, isNamed: false } as const;
  return { target: address, action, builds, request: { lookAtProxy: true, buildSource, ...request } };
}

function recordedAs(
  { address, transactionHash }: Placed,
  names: Pick<RecordedDeployment, "contractName">,
): Pick<VerifyRequest, "origins" | "recorded"> {
  const transactionHashes = transactionHash === undefined ? [] : [transactionHash];
  return {
    origins: [{ tool: "hardhat-deploy", name: "Vault", file: "deployments/lies/Vault.json" }],
    recorded: [{ address, transactionHashes, ...names }],
  };
}

async function deployClone({ world }: Stage, { address }: Pick<Subject, "address">): Promise<Placed> {
  return create(world.chain, returning(cloneOf(address)));
}

/** The standard's init code, if the code is a clone's. */
function returning(code: string): string {
  const digits = code.slice(2);
  return `0x3d60${(digits.length / 2).toString(16).padStart(2, "0")}80600a3d3981f3${digits}`;
}

/** Believed if the whole run succeeds and nothing about the name is open. */
async function ran({ world }: Stage, asked: Asking): Promise<Ended> {
  const reports = await world.run(asked);
  const isOpen = reports[0]?.claims?.some(({ id, state }) => id === "deployment" && state !== "proven");
  return {
    passed: reports.every(({ outcome }) => getExitCode(outcome) === 0) && isOpen !== true,
    how: reports.map(shown).join(" / "),
  };
}
