import { guardRun } from "../../../src/internal/commands/guard-run.ts";
import type { Host } from "../../../src/internal/commands/host.ts";
import { HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/host.ts";
import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import { getExitCode } from "../../../src/internal/report/outcome.ts";
import { VerificationService } from "../../../src/internal/services/verification/verification-service.ts";
import { QUICK } from "../../helpers/services/quick.ts";
import type { Body } from "../world/lying-proxy.ts";
import type { Stage } from "../world/stage.ts";
import type { Subject } from "../world/subjects.ts";
import { askingFor } from "../world/world.ts";
import { type Ended, isOf, type Lie, shown, toldIn } from "./lie.ts";
import { jobThenRecord, recordOf } from "./rewrites.ts";

const LIAR = "verification-service";

/** Names of members of every object. */
const NAMES = [
  "__proto__:__proto__",
  "constructor:prototype",
  "All.sol:__proto__",
  "toString:valueOf",
  ":",
  "x",
];

const names: readonly Lie[] = NAMES.flatMap((name) =>
  (["recompile", "check-alone", "check"] as const).map(
    (mode): Lie => ({
      name: `the name ${name} (${mode})`,
      liar: LIAR,
      claim: "sources",
      catches: ["names-of-objects"],
      fits: isOf("counter"),
      tell: async (stage, subject) =>
        toldIn(stage, LIAR, "sources", {
          ...(await askingFor(stage.world, subject, mode)),
          verification: recordOf(subject, (record) => {
            if (record.compilation) record.compilation.fullyQualifiedName = name;
          }),
        }),
    }),
  ),
);

/** Parsers differ in which of two duplicate keys wins. */
function twice(body: Body, key: string, value: unknown, isFirst: boolean): string {
  const text = JSON.stringify(body);
  const member = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  return isFirst ? `{${member},${text.slice(1)}` : `${text.slice(0, -1)},${member}}`;
}

const DUPLICATES: readonly (readonly [key: string, value: unknown, claim: ClaimId])[] = [
  ["runtimeMatch", "exact_match", "record"],
  ["address", "0x1111111111111111111111111111111111111111", "record"],
  ["sources", { "All.sol": { content: "contract Harmless {}" } }, "record"],
];

const duplicates: readonly Lie[] = DUPLICATES.flatMap(([key, value, claim]) =>
  [true, false].map(
    (isFirst): Lie => ({
      name: `the key ${key} twice, the false one ${isFirst ? "first" : "last"}`,
      liar: LIAR,
      claim,
      catches: ["duplicate-keys"],
      fits: isOf("counter", "named"),
      tell: async (stage, subject) =>
        toldIn(stage, LIAR, claim, {
          ...(await askingFor(stage.world, subject, "check")),
          verification: (asked, honest) =>
            asked.path.includes(subject.address)
              ? { ...honest, text: twice(honest.body, key, value, isFirst) }
              : honest,
        }),
    }),
  ),
);

const duplicateJob: Lie = {
  name: "a job with the key isJobCompleted twice",
  liar: LIAR,
  claim: "record",
  catches: ["duplicate-keys"],
  fits: isOf("counter"),
  tell: async (stage, subject) => {
    const honest = jobThenRecord(subject, {}, (_asked, answer) => answer);
    return toldIn(stage, LIAR, "record", {
      ...(await askingFor(stage.world, subject, "verify")),
      verification: async (asked, answer) => {
        const told = await honest(asked, answer);
        return asked.path.startsWith("/v2/verify/") && asked.method === "GET"
          ? { ...told, text: twice(told.body, "isJobCompleted", false, true) }
          : told;
      },
      deadlineMs: 1500,
    });
  },
};

/** Without a compiler, nothing shows that the given input compiles to the code. */
const nothingCompiled: readonly Lie[] = (["runtime-code", "libraries", "sources"] as const).map(
  (claim): Lie => ({
    name: `the input alone, where no compiler is at hand: ${claim}`,
    liar: LIAR,
    claim,
    catches: ["nothing-compiled"],
    tell: async (stage, subject) => {
      const { world } = stage;
      const file = await world.folder.write(
        `inputs/${subject.compiler}-${subject.kind}.json`,
        subject.compiled.input,
      );
      const other = await stage.recordOf(stage.otherThan(subject));
      return toldIn(stage, LIAR, claim, {
        ...(await askingFor(world, subject, "check-alone")),
        request: {
          buildSource: {
            kind: "standard-json-input",
            file,
            compilerVersion: subject.compiled.compilerVersion,
          },
          contract: `All.sol:${subject.name}`,
        },
        ports: { compile: undefined },
        // The recompiled codes equal the codes on chain.
        verification: recordOf(subject, (record) => {
          for (const side of ["runtimeBytecode", "creationBytecode"])
            if (record[side] && other[side])
              record[side] = {
                ...record[side],
                recompiledBytecode: record[side].onchainBytecode,
                transformations: [],
                transformationValues: {},
              };
        }),
      });
    },
  }),
);

const CANARY = "4f9d2c7be81a46d3b05e6c7f19a2d8e4";

const PLACES: Readonly<Record<string, (url: string) => string>> = {
  "in the path": (url) => `${url}/${CANARY}`,
  "in the query": (url) => `${url}/?key=${CANARY}`,
  "as the password": (url) => url.replace("http://", `http://user:${CANARY}@`),
};

/** No report may contain a key from a URL, even if a server echoes it. */
const secrets: readonly Lie[] = Object.entries(PLACES).flatMap(([where, urlOf]) =>
  ["customCode", "message", "errorId"].map(
    (field): Lie => ({
      name: `a key ${where} that the service echoes as ${field}`,
      liar: LIAR,
      claim: "record",
      catches: ["secrets"],
      fits: isOf("counter"),
      tell: (stage, subject) => leaks(stage, subject, urlOf(stage.world.verificationUrl), field),
    }),
  ),
);

/** Believed if the guarded report is a success or contains the key. */
async function leaks(stage: Stage, subject: Subject, url: string, field: string): Promise<Ended> {
  const host = { userConfig: { verification: { url } }, words: HARDHAT_WORDS, explains: () => false };
  const contracts = async (): Promise<readonly ContractReport[]> =>
    stage.world.run({
      ...(await askingFor(stage.world, subject, "check")),
      ports: { verification: new VerificationService({ url, ...QUICK }) },
      verification: ({ path }) => ({
        status: 400,
        body: {
          customCode: "invalid",
          message: `no such path ${path}`,
          errorId: "1",
          [field]: `${CANARY} ${path}`,
        },
      }),
    });
  const [report] = await guardRun(host as unknown as Host, undefined, contracts);
  const isGood = report !== undefined && getExitCode(report.outcome) === 0;
  const hasLeaked = JSON.stringify(report).includes(CANARY);
  return { passed: isGood || hasLeaked, how: `${shown(report)}${hasLeaked ? "; it has the key" : ""}` };
}

export const ODD_RECORD_LIES: readonly Lie[] = [
  ...names,
  ...duplicates,
  duplicateJob,
  ...nothingCompiled,
  ...secrets,
];
