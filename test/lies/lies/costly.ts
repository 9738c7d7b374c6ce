import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { VerifyContractError } from "../../../src/internal/errors/problem.ts";
import { getExitCode } from "../../../src/internal/report/outcome.ts";
import { VerificationService } from "../../../src/internal/services/verification/verification-service.ts";
import { QUICK } from "../../helpers/services/quick.ts";
import type { LiarId } from "../table/liars.ts";
import type { Body } from "../world/lying-proxy.ts";
import type { Stage } from "../world/stage.ts";
import { PATH, type Subject } from "../world/subjects.ts";
import { type Asking, askingFor } from "../world/world.ts";
import { believed, type Ended, isOne, type Lie, type LieRow, row } from "./lie.ts";
import { put, recordOf } from "./rewrites.ts";

/** Values that cost their reader; the suite measures each lie. */
interface CostlyLie extends LieRow {
  /** The error that names the value; undefined if the value decides nothing. */
  readonly ends?: string;
  readonly change: (body: Body) => void;
}
const told = row<CostlyLie>;

const MANY = 100_000;
const times = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const variable = (type: string): Body => ({
  astId: 1,
  contract: `${PATH}:Named`,
  label: "more",
  offset: 0,
  slot: "0",
  type,
});
const struct = (id: string, ...members: readonly string[]): Body => ({
  [id]: { encoding: "inplace", label: `struct ${id}`, numberOfBytes: "32", members: members.map(variable) },
});

const LAYOUTS: Readonly<Record<string, Body>> = {
  "a struct in itself": { storage: [variable("t0")], types: struct("t0", "t0") },
  "structs that name the next one twice, 30 deep": {
    storage: [variable("t0")],
    types: Object.assign(
      {},
      ...times(30, (at) => struct(`t${at}`, `t${at + 1}`, `t${at + 1}`)),
      struct("t30"),
    ),
  },
};

const references = (): Body => ({ [PATH]: { Low: times(MANY, (at) => ({ start: at % 64, length: 20 })) } });
const libraries = (): Body =>
  Object.fromEntries(times(MANY, (at) => [`L${at}`, `0x${at.toString(16).padStart(40, "0")}`]));
const fragment = (name: string, type = "uint256"): Body => ({
  type: "function",
  name,
  inputs: [{ name: "", type }],
  outputs: [],
  stateMutability: "view",
});
/** Lines that no diff can align. */
const lines = (salt: string): string => times(MANY, (at) => `// ${at % 7} ${salt}${at}\n`).join("");

const RECORDS: readonly CostlyLie[] = [
  ...Object.entries(LAYOUTS).map(([name, storageLayout]) =>
    told(`a storage layout with ${name}`, "interface" as const, {}, (record: Body) =>
      put(record, { storageLayout }),
    ),
  ),
  told("a compiled code of 28 MB", "runtime-code", { ends: "VC406" }, ({ runtimeBytecode }) =>
    put(runtimeBytecode, { recompiledBytecode: `0x${"60".repeat(14e6)}` }),
  ),
  told("100,000 link references", "libraries", { ends: "VC406" }, (record) => {
    put(record.runtimeBytecode, { linkReferences: references() });
  }),
  told("20,000 steps and 20,000 places", "runtime-code", { ends: "VC412" }, ({ runtimeBytecode: side }) => {
    const places = times(20_000, (at) => ({ start: 32 * at, length: 32 }));
    side.recompiledBytecode = `0x${"00".repeat(640_000)}`;
    side.immutableReferences = { 1: places };
    side.transformations = places.map(({ start }) => ({
      type: "replace",
      reason: "immutable",
      offset: start,
      id: "1",
      length: 32,
    }));
    side.transformationValues = { immutables: { 1: `0x${"00".repeat(32)}` } };
  }),
  told("100,000 libraries in the settings", "libraries", { ends: "VC412" }, (record) => {
    for (const settings of [
      record.stdJsonInput?.settings,
      record.metadata?.settings,
      record.compilation?.compilerSettings,
    ])
      if (settings) settings.libraries = { [PATH]: libraries() };
  }),
  told("a name of ten megabytes", "sources", { ends: "VC406" }, (record) =>
    put(record.compilation, { name: "N".repeat(1e7) }),
  ),
  told("a megabyte of ABI fragments that are invalid", "interface", { ends: "VC412" }, (record) =>
    put(record, { abi: times(10_000, (at) => fragment(`harmless${at} (`, "no type at all ((((")) }),
  ),
  told("a constructor of the ABI that is invalid, of a megabyte", "interface", { ends: "VC412" }, (record) =>
    put(record, {
      abi: [{ type: "constructor", inputs: times(20_000, (at) => ({ name: `x${at}`, type: "tuple((" })) }],
    }),
  ),
  told("100,000 functions", "interface", { ends: "VC406" }, (record) =>
    put(record, { abi: times(MANY, (at) => fragment(`f${at}`)) }),
  ),
  told("a type of arrays in arrays, of a megabyte", "interface", { ends: "VC406" }, (record) =>
    put(record, { abi: times(4, (at) => fragment(`f${at}`, `uint256${"[]".repeat(500_000)}`)) }),
  ),
  told(
    "1,000 types of arrays in arrays, of 10,000 characters each",
    "interface",
    { ends: "VC406" },
    (record) => put(record, { abi: times(1000, (at) => fragment(`f${at}`, `uint256${"[]".repeat(5_000)}`)) }),
  ),
  told("100,000 signatures", "interface", { ends: "VC406" }, (record) =>
    put(record, {
      signatures: {
        function: times(MANY, (at) => ({
          signature: `f${at}()`,
          signatureHash32: `0x${"11".repeat(32)}`,
          signatureHash4: "0x11111111",
        })),
        event: [],
        error: [],
      },
    }),
  ),
  told("a source of 100,000 other lines", "sources", { ends: "VC412" }, (record) => {
    const both = [record.sources, record.stdJsonInput?.sources];
    for (const sources of both) if (sources) sources[PATH].content = lines("a");
  }),
  told("100,000 sources", "sources", { ends: "VC406" }, (record) => {
    const sources = Object.fromEntries(
      times(MANY, (at) => [`S${at}.sol`, { content: `contract S${at} {}` }]),
    );
    for (const each of [record.sources, record.stdJsonInput?.sources]) if (each) Object.assign(each, sources);
  }),
  told("a source map of 10 megabytes", "runtime-code", {}, ({ runtimeBytecode }) =>
    put(runtimeBytecode, { sourceMap: "1:2:0:-;".repeat(1_250_000) }),
  ),
  told("100,000 auxdata", "runtime-code", { ends: "VC406" }, ({ runtimeBytecode: side }) => {
    side.cborAuxdata = Object.fromEntries(times(MANY, (at) => [at, { value: "0xa1", offset: at }]));
  }),
  told("100,000 values that nothing uses", "runtime-code", { ends: "VC406" }, ({ runtimeBytecode: side }) => {
    side.transformationValues = {
      immutables: Object.fromEntries(times(MANY, (at) => [at, "0x00"])),
      libraries: libraries(),
    };
  }),
  told("100,000 implementations of a proxy", "implementation", { ends: "VC406" }, (record) =>
    put(record, {
      proxyResolution: {
        isProxy: true,
        proxyType: "EIP1967Proxy",
        implementations: times(MANY, (at) => ({
          address: `0x${at.toString(16).padStart(40, "0")}`,
          name: "Good",
        })),
      },
    }),
  ),
];

/** A body of many megabytes takes time. */
const patient = ({ world }: Stage) =>
  new VerificationService({ ...QUICK, url: world.verificationUrl, requestTimeoutMs: 30_000 });

/** The lie fails if the run ends with the named error, or ends well because the value decides nothing. */
async function endedAs(
  stage: Stage,
  liar: LiarId,
  { claim, ends }: CostlyLie,
  asking: Asking,
): Promise<Ended> {
  const run = stage.world.run(asking).catch((error: unknown) => {
    // An invalid build file ends the whole run.
    if (!(error instanceof VerifyContractError)) throw error;
    return error.code;
  });
  const found = await run;
  if (typeof found === "string") return { passed: found !== ends, how: found };
  const [report] = found;
  const { how } = believed(report, liar, claim);
  const code = report?.error?.code;
  const isGood = report !== undefined && getExitCode(report.outcome) === 0;
  const isExpected = ends === undefined ? isGood : !isGood && code === ends;
  return { passed: !isExpected, how: `${how} ${report?.error?.message ?? ""}` };
}

/** Values of one artifact; the rest of the build is honest. */
const ARTIFACTS: readonly CostlyLie[] = [
  told("a code of 9 MB", "runtime-code", { ends: "VC202" }, (artifact) =>
    put(artifact, { deployedBytecode: `0x${"60".repeat(9e6)}` }),
  ),
  told("100,000 link references", "libraries", { ends: "VC202" }, (artifact) =>
    put(artifact, { deployedLinkReferences: references() }),
  ),
  told("a name of ten megabytes", "sources", { ends: "VC202" }, (artifact) =>
    put(artifact, { contractName: "N".repeat(1e7) }),
  ),
  told("an ABI of a megabyte that is invalid", "interface", { ends: "VC412" }, (artifact) =>
    put(artifact, { abi: times(10_000, (at) => fragment(`harmless${at} (`, "no type at all ((((")) }),
  ),
];

async function withArtifact(
  { world }: Stage,
  subject: Subject,
  { name, change }: (typeof ARTIFACTS)[number],
): Promise<Asking> {
  const asking = await askingFor(world, subject, "verify");
  const [honest = ""] = asking.builds;
  const folder = path.join(world.folder.path, "costly", name.replaceAll(/\W/g, "-"));
  await cp(honest, folder, { recursive: true });
  const file = path.join(folder, PATH, `${subject.name}.json`);
  const artifact = JSON.parse(await readFile(file, "utf8"));
  change(artifact);
  await writeFile(file, JSON.stringify(artifact));
  return { ...asking, builds: [folder] };
}

export const COSTLY_LIES: readonly Lie[] = [
  ...RECORDS.map(
    (lie): Lie => ({
      name: `${lie.name} (check)`,
      liar: "verification-service",
      claim: lie.claim,
      fits: isOne("named"),
      tell: async (stage, subject) =>
        endedAs(stage, "verification-service", lie, {
          ...(await askingFor(stage.world, subject, "check")),
          ports: { verification: patient(stage) },
          // The run also requests the parts one by one.
          verification: recordOf(subject, (record) => {
            if (record.runtimeBytecode?.recompiledBytecode && record.abi) lie.change(record);
            return undefined;
          }),
        }),
    }),
  ),
  ...ARTIFACTS.map(
    (lie): Lie => ({
      name: lie.name,
      liar: "build-files",
      claim: lie.claim,
      fits: isOne("named"),
      tell: async (stage, subject) =>
        endedAs(stage, "build-files", lie, await withArtifact(stage, subject, lie)),
    }),
  ),
];
