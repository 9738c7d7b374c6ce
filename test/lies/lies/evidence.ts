import path from "node:path";
import { getAddress, getCreateAddress } from "ethers/address";
import { listResultParts } from "../../../src/internal/evidence/record.ts";
import { replayContract } from "../../../src/internal/evidence/replay.ts";
import type { ContractEntry } from "../../../src/internal/evidence/schema.ts";
import { HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/host.ts";
import { CLAIM_IDS, type ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import { type Evidence, entryOf, readAll, writeAll } from "../../helpers/evidence/forge.ts";
import { replayed } from "../../helpers/evidence/record-pipeline.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import { type Asking, askingFor } from "../world/world.ts";
import { believed, type Ended, isOf, type Lie } from "./lie.ts";
import type { RecordLie } from "./record-lies.ts";
import { recordOf } from "./rewrites.ts";
import { FALSE_RECORDS } from "./verification-service.ts";

const LIAR = "evidence";

async function evidenceOf(stage: Stage, asking: Asking): Promise<[file: string, Evidence]> {
  const file = path.join(stage.world.folder.path, "lies.evidence.gz");
  await stage.world.run({ ...asking, evidence: file });
  return [file, await readAll(file)];
}

async function told(file: string, said: Evidence, contract: ContractEntry, claim: ClaimId): Promise<Ended> {
  await writeAll(file, { ...said, entries: [{ contract }] });
  try {
    const { report } = await replayed(file);
    const [first] = report.contracts;
    return believed(first, LIAR, claim);
  } catch (error) {
    return { passed: false, how: `${(error as { code?: string }).code}: ${error}` };
  }
}

/** A false record under the result of an honest run, or under the result that follows from it. */
async function falseRecord(
  stage: Stage,
  subject: Subject,
  { claim, change }: RecordLie,
  states: "what is honest" | "what follows",
): Promise<Ended> {
  const honest = await askingFor(stage.world, subject, "check");
  const [before] = await stage.world.run(honest);
  const other = await stage.recordOf(stage.otherThan(subject));
  const verification = recordOf(subject, (record) => change(record, other, subject));
  const [file, said] = await evidenceOf(stage, { ...honest, verification });
  const entry = entryOf(said);
  const follows = async (): Promise<ContractReport> =>
    (await replayContract(said.header, entry, HARDHAT_WORDS)).report;
  const report = states === "what is honest" ? before : await follows();
  if (report === undefined) throw new Error("The honest run has no report.");
  return told(file, said, { ...entry, result: listResultParts(report) }, claim);
}

const SETS = new Set(["configured", "allowForeignCreation"]);

/** Every answer names another deployer and the address of its next contract, where nothing is deployed. */
async function madeUp(stage: Stage, subject: Subject): Promise<Ended> {
  const [file, said] = await evidenceOf(stage, await askingFor(stage.world, subject, "check"));
  const sent: unknown = await stage.world.chain.request("eth_getTransactionByHash", subject.transactionHash);
  const { from, nonce } = sent as { from: string; nonce: string };
  const deployer = `0x${"1".repeat(40)}`;
  const empty = getCreateAddress({ from: deployer, nonce: Number(nonce) });
  const renamed = [
    [getAddress(from), deployer],
    [subject.address, empty],
  ] as const;
  const text = renamed.reduce(
    (each, [old, made]) =>
      each.replaceAll(old, made).replaceAll(old.slice(2).toLowerCase(), made.slice(2).toLowerCase()),
    JSON.stringify(entryOf(said), (_, value) => (value instanceof Set ? [...value] : value)),
  );
  const entry: ContractEntry = JSON.parse(text, (name, value) => (SETS.has(name) ? new Set(value) : value));
  const { report } = await replayContract(said.header, entry, HARDHAT_WORDS);
  return told(file, said, { ...entry, result: listResultParts(report) }, "runtime-code");
}

const ONE_EACH = CLAIM_IDS.map((claim) => {
  const lie = FALSE_RECORDS.find((each) => each.claim === claim);
  if (lie === undefined) throw new Error(`There is no false record of ${claim}.`);
  return lie;
});

export const EVIDENCE_LIES: readonly Lie[] = [
  ...ONE_EACH.flatMap((lie) =>
    (["what is honest", "what follows"] as const).map((states): Lie => {
      const { claim, fits } = lie;
      return {
        name: `a false record in evidence that states ${states}: ${claim}`,
        liar: LIAR,
        claim,
        fits,
        tell: (stage, subject) => falseRecord(stage, subject, lie, states),
      };
    }),
  ),
  {
    name: "evidence of a contract at an address where nothing is",
    liar: LIAR,
    claim: "runtime-code",
    fits: isOf("counter"),
    limit: "forged-evidence",
    tell: madeUp,
  },
];
