import { entryOf } from "../../../src/internal/deployments/lock/lock-entry.ts";
import type { LockedContract } from "../../../src/internal/deployments/lock/lock-model.ts";
import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import type { Stage } from "../world/stage.ts";
import type { Kind, Subject } from "../world/subjects.ts";
import { askingFor, CHAIN_ID } from "../world/world.ts";
import { type Ended, type Lie, shown } from "./lie.ts";

/** A contract of the lock file, and another one that it runs. */
interface Linked {
  readonly name: string;
  readonly claim: ClaimId;
  readonly kind: Kind;
  /** Its code is replaced, and its address stays. */
  readonly replaced: Kind;
}

const LINKED: readonly Linked[] = [
  { name: "a library", claim: "libraries", kind: "uses-low", replaced: "low" },
  { name: "a library of a library", claim: "libraries", kind: "uses-high", replaced: "low" },
  { name: "an implementation", claim: "implementation", kind: "proxy", replaced: "counter" },
];

/** STOP: code of another contract. */
const OTHER_CODE = "0x00";

/** The entry that `lock` writes of the contract. */
async function lockOf({ world }: Stage, subject: Subject): Promise<LockedContract> {
  const asking = await askingFor(world, subject, "check");
  const [report] = await world.run({ ...asking, request: { isLocking: true } });
  const by = { source: undefined, now: new Date() };
  const entry = report && entryOf(report, CHAIN_ID, by, undefined);
  if (entry === undefined) throw new Error(`Nothing to lock: ${shown(report)}`);
  return entry;
}

async function compared({ world }: Stage, entry: LockedContract): Promise<ContractReport | undefined> {
  const request = { locked: { entry, isRecordMissing: false } };
  const [report] = await world.run({ target: entry.address, action: "check", builds: [], request });
  return report;
}

/** Believed if the comparison finds no drift of a code that the contract runs. */
async function replacedCode(stage: Stage, subject: Subject, { replaced }: Linked): Promise<Ended> {
  const { chain } = stage.world;
  const { address } = stage.subject(subject.compiler, replaced);
  const entry = await lockOf(stage, subject);
  const code = await chain.request("eth_getCode", address, "latest");
  await chain.request("hardhat_setCode", address, OTHER_CODE);
  try {
    const report = await compared(stage, entry);
    const drifts = report?.lock?.drift.map(({ kind }) => kind) ?? [];
    const isFound = report?.outcome === "drifted" && drifts.includes("linked-code");
    return { passed: !isFound, how: `${shown(report)}; ${drifts.join(", ") || "no drift"}` };
  } finally {
    await chain.request("hardhat_setCode", address, code);
  }
}

export const LOCKED_LIES: readonly Lie[] = LINKED.map(
  (linked): Lie => ({
    name: `${linked.name} whose code is replaced after it was locked`,
    liar: "deployer",
    claim: linked.claim,
    catches: ["replaced-code"],
    fits: ({ kind, compiler }) => kind === linked.kind && compiler === "0.8.28",
    tell: (stage, subject) => replacedCode(stage, subject, linked),
    control: async (stage, subject) => {
      const report = await compared(stage, await lockOf(stage, subject));
      return { passed: report?.outcome === "as-locked", how: shown(report) };
    },
  }),
);
