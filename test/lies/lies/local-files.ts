import type { RecordedDeployment } from "../../../src/internal/domain/build.ts";
import { CLAIM_IDS, type ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { LiarId } from "../table/liars.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import { type Asking, askingFor } from "../world/world.ts";
import { isOf, type Lie, type LieRow, toldIn, toldUntouched } from "./lie.ts";

interface RecordedLie extends Omit<LieRow, "claim"> {
  readonly recorded: (stage: Stage, subject: Subject) => Partial<RecordedDeployment>;
}

/** False statements of a deployment record. */
const RECORDED: readonly RecordedLie[] = [
  {
    name: "another contract's transaction",
    catches: ["false-transaction"],
    recorded: (stage, subject) => ({ transactionHashes: [stage.otherThan(subject).transactionHash ?? ""] }),
  },
  {
    name: "the same name in another file",
    catches: ["same-name"],
    recorded: (_stage, { name }) => ({ contractName: `Other.sol:${name}` }),
  },
  { name: "another name", recorded: () => ({ contractName: "Harmless" }) },
  {
    name: "other constructor arguments",
    catches: ["false-transaction"],
    fits: isOf("named", "proxy", "fixed"),
    recorded: () => ({ constructorArguments: `0x${"00".repeat(31)}01` }),
  },
  {
    name: "constructor arguments of a contract without any",
    fits: isOf("counter", "low", "uses-low"),
    recorded: () => ({ constructorArguments: `0x${"00".repeat(31)}01` }),
  },
  {
    name: "constructor arguments of a factory's child",
    catches: ["false-transaction", "child-of-factory"],
    fits: isOf("child"),
    recorded: () => ({ constructorArguments: `0x${"00".repeat(31)}01` }),
  },
];

const LIBRARIES: readonly RecordedLie[] = [
  {
    name: "another address of the library",
    fits: isOf("uses-low", "high"),
    recorded: (stage, { compiler }) => ({ libraries: { Low: stage.subject(compiler, "counter").address } }),
  },
];

/** The user states these for this contract, so a name that isn't linked is wrong too. */
const STATED_LIBRARIES: readonly RecordedLie[] = [
  ...LIBRARIES,
  {
    name: "a library under a name that is not linked",
    catches: ["unlinked-library"],
    fits: isOf("uses-low", "counter"),
    recorded: (stage, { compiler }) => ({ libraries: { Harmless: stage.subject(compiler, "low").address } }),
  },
];

function recordedLie(liar: LiarId, claim: ClaimId, it: RecordedLie, isDemanded: boolean): Lie {
  const { recorded, ...lie } = it;
  const { name } = lie;
  return {
    ...lie,
    name: claim === "deployment" || claim === "libraries" ? name : `${name}: ${claim}`,
    liar,
    claim,
    tell: async (stage, subject) => {
      const lying = await withRecorded(stage, subject, recorded(stage, subject), isDemanded);
      if (claim === "deployment" || claim === "libraries") return toldIn(stage, liar, claim, lying);
      return toldUntouched(stage, claim, await askingFor(stage.world, subject, "verify"), lying);
    },
  };
}

async function withRecorded(
  stage: Stage,
  subject: Subject,
  recorded: Partial<RecordedDeployment>,
  isDemanded: boolean,
): Promise<Asking> {
  const it: RecordedDeployment = {
    address: subject.address,
    transactionHashes: subject.transactionHash === undefined ? [] : [subject.transactionHash],
    ...recorded,
    ...(isDemanded ? { isDemanded } : {}),
  };
  return { ...(await askingFor(stage.world, subject, "verify")), request: { recorded: [it] } };
}

const OTHER_CLAIMS = (...but: readonly ClaimId[]): readonly ClaimId[] =>
  CLAIM_IDS.filter((id) => !but.includes(id));

/** A record that is wrong in everything leaves all other claims alone. */
function untouched(liar: LiarId, isDemanded: boolean): readonly Lie[] {
  return OTHER_CLAIMS("deployment", "libraries").map((claim) => ({
    ...recordedLie(
      liar,
      claim,
      {
        name: "another contract's transaction, name and arguments",
        recorded: (stage, subject) => ({
          transactionHashes: [stage.otherThan(subject).transactionHash ?? ""],
          contractName: "Harmless",
          constructorArguments: "0x01",
        }),
      },
      isDemanded,
    ),
    fits: isOf("named", "proxy"),
  }));
}

export const DEPLOYMENT_RECORD_LIES: readonly Lie[] = [
  ...RECORDED.map((it) => recordedLie("deployment-records", "deployment", it, false)),
  ...LIBRARIES.map((it) => recordedLie("deployment-records", "libraries", it, false)),
  ...untouched("deployment-records", false),
];

export const MANIFEST_LIES: readonly Lie[] = [
  ...RECORDED.map((it) => recordedLie("manifest", "deployment", it, true)),
  ...STATED_LIBRARIES.map((it) => recordedLie("manifest", "libraries", it, true)),
  ...untouched("manifest", true),
];
