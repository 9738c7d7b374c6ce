import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { KnownClass } from "../table/classes.ts";
import type { LiarId } from "../table/liars.ts";
import type { Body } from "../world/lying-proxy.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import { askingFor } from "../world/world.ts";
import { isOf, type Lie, toldIn } from "./lie.ts";
import {
  CODE_LIES,
  INTERFACE_LIES,
  type Mode,
  OF_CODE,
  OF_INTERFACE,
  OF_SOURCES,
  pick,
  SOURCE_LIES,
  SURROUNDINGS_LIES,
} from "./record-lies.ts";
import { EXACT, jobThenRecord, put, recordOf } from "./rewrites.ts";

const LIAR: LiarId = "verification-service";
const MODES: readonly Mode[] = ["check", "check-alone", "verify", "given"];
export const FALSE_RECORDS = [...CODE_LIES, ...SOURCE_LIES, ...INTERFACE_LIES, ...SURROUNDINGS_LIES];

/** Each mode requests different fields, so different checks catch the lie. */
export const RECORD_LIES: readonly Lie[] = FALSE_RECORDS.flatMap(({ change, modes = MODES, ...lie }) =>
  modes.map((mode): Lie => {
    return {
      ...lie,
      name: `${lie.name} (${mode})`,
      liar: LIAR,
      fits: (subject) => (mode !== "given" || subject.compiler === "0.8.28") && (lie.fits?.(subject) ?? true),
      tell: async (stage, subject) => {
        const other = await stage.recordOf(stage.otherThan(subject));
        const asking = {
          ...(await askingFor(stage.world, subject, mode)),
          verification: recordOf(subject, (record) => change(record, other, subject)),
        };
        return toldIn(stage, LIAR, lie.claim, asking);
      },
    };
  }),
);

/** The job claims more than the record, and the service has no record before the submission. */
export const JOB_LIES: readonly Lie[] = [
  jobLie(
    "an exact job, and a weaker record with other sources",
    "record",
    ["weaker-record"],
    (record, other) => {
      put(record, { match: "match", creationMatch: "match", runtimeMatch: "match" });
      put(record, pick(other, ["sources", "metadata"]));
    },
  ),
  jobLie("an exact job, and a weaker record with a comment more", "record", ["weaker-record"], (record) => {
    put(record, { match: "match", creationMatch: "match", runtimeMatch: "match", matchId: "9999" });
    for (const sources of [record.sources, record.stdJsonInput?.sources])
      if (sources) sources["All.sol"].content += "// one comment more\n";
  }),
  jobLie("an exact job, and another contract's record", "record", [], (record, other) =>
    put(record, { ...pick(other, [...OF_CODE, ...OF_SOURCES, ...OF_INTERFACE]), ...EXACT }),
  ),
  jobLie("an exact job, and a record without its runtime side", "record", [], (record) => {
    put(record, { runtimeMatch: null });
    put(record, { runtimeBytecode: null });
  }),
];

function jobLie(
  name: string,
  claim: ClaimId,
  catches: readonly KnownClass[],
  change: (record: Body, other: Body) => void,
): Lie {
  return {
    name,
    liar: LIAR,
    claim,
    catches,
    fits: isOf("counter", "named", "uses-low"),
    tell: async (stage: Stage, subject: Subject) => {
      const other = await stage.recordOf(stage.otherThan(subject));
      return toldIn(stage, LIAR, claim, {
        ...(await askingFor(stage.world, subject, "verify")),
        verification: jobThenRecord(subject, {}, (_asked, honest) => {
          change(honest.body, other);
          return honest;
        }),
        deadlineMs: 1500,
      });
    },
  };
}
