import { id } from "ethers/hash";
import type { Body } from "../world/lying-proxy.ts";
import type { Subject } from "../world/subjects.ts";
import { isOf, type LieRow, row } from "./lie.ts";
import { EXACT, put } from "./rewrites.ts";

export type Mode = "check" | "check-alone" | "verify" | "recompile" | "given";

export interface RecordLie extends LieRow {
  readonly modes?: readonly Mode[];
  /** @param other Record of another contract of the same compiler. */
  readonly change: (record: Body, other: Body, subject: Subject) => Body | undefined;
}

const told = row<RecordLie>;

export const OF_CODE = ["runtimeBytecode", "creationBytecode"] as const;
export const OF_SOURCES = ["sources", "compilation", "metadata", "stdJsonInput"] as const;
export const OF_INTERFACE = ["abi", "storageLayout", "signatures"] as const;

export function pick(record: Body, keys: readonly string[]): Body {
  return Object.fromEntries(keys.map((key) => [key, record[key]]));
}

const isNot =
  (...kinds: readonly Subject["kind"][]) =>
  ({ kind }: Subject) =>
    !kinds.includes(kind);

/** Uses the code on chain as the compiled code, so nothing has to be filled in. */
function filledIn(side: Body): Body {
  return {
    ...side,
    recompiledBytecode: side?.onchainBytecode,
    transformations: [],
    transformationValues: {},
    linkReferences: {},
    immutableReferences: {},
    cborAuxdata: side?.cborAuxdata,
  };
}

export const CODE_LIES: readonly RecordLie[] = [
  told("all of another contract's record", "runtime-code", {}, (record, other) =>
    put(record, { ...pick(other, [...OF_CODE, ...OF_SOURCES, ...OF_INTERFACE]), ...EXACT }),
  ),
  told("another contract's compiled codes with the codes on chain", "runtime-code", {}, (record, other) => {
    put(record, { ...pick(other, [...OF_SOURCES, ...OF_INTERFACE]), ...EXACT });
    for (const side of OF_CODE)
      if (record[side]) record[side] = { ...other[side], onchainBytecode: record[side].onchainBytecode };
  }),
  told(
    "the codes on chain as the compiled ones, and another program's sources",
    "runtime-code",
    {},
    (record, other) => {
      put(record, { ...pick(other, [...OF_SOURCES, ...OF_INTERFACE]), ...EXACT });
      for (const side of OF_CODE) if (record[side]) record[side] = filledIn(record[side]);
    },
  ),
  told("a creation match alone, of the executed code", "runtime-code", {}, (record, other) => {
    put(record, { ...pick(other, [...OF_SOURCES, ...OF_INTERFACE]), ...EXACT, runtimeMatch: null });
    if ("runtimeBytecode" in record) record.runtimeBytecode = null;
  }),
  told("two bytes as the creation code", "creation-code", { catches: ["made-up-creation"] }, (record) => {
    put(record, EXACT);
    if ("creationBytecode" in record)
      record.creationBytecode = {
        ...filledIn(record.runtimeBytecode),
        onchainBytecode: "0x6001",
        recompiledBytecode: "0x6001",
      };
  }),
  told(
    "another contract's creation code",
    "creation-code",
    { catches: ["made-up-creation"] },
    (record, other) => put(record, { ...pick(other, ["creationBytecode"]), ...EXACT }),
  ),
];

function layoutLies(
  modes: readonly Mode[],
  more: Pick<RecordLie, "catches" | "limit">,
): readonly RecordLie[] {
  return [
    {
      name: "another storage layout",
      claim: "interface",
      ...more,
      modes,
      fits: ({ compiler, kind }) => compiler.startsWith("0.8") && kind === "named",
      change: (record) => {
        const [one, two]: Body[] = record.storageLayout?.storage ?? [];
        if (one && two) [one.label, two.label] = [two.label, one.label];
      },
    },
    {
      name: "a storage layout of one variable more",
      claim: "interface",
      ...more,
      modes,
      fits: (subject) => subject.compiler.startsWith("0.8") && isOf("counter", "named", "child")(subject),
      change: (record) => {
        const storage: Body[] | undefined = record.storageLayout?.storage;
        const last = storage?.at(-1);
        if (last) storage?.push({ ...last, label: "admin", slot: String(Number(last.slot) + 1) });
      },
    },
  ];
}

export const INTERFACE_LIES: readonly RecordLie[] = [
  told("a function with another name", "interface", { fits: isNot("proxy", "low", "high") }, (record) => {
    const [first] = (record.abi ?? []).filter(({ type }: Body) => type === "function");
    if (first) first.name = "harmless";
    for (const each of record.signatures?.function.slice(0, 1) ?? []) each.signature = "harmless()";
  }),
  told("no functions at all", "interface", { fits: isNot("proxy") }, (record) =>
    put(record, { abi: [], signatures: { function: [], event: [], error: [] } }),
  ),
  told("another contract's ABI", "interface", {}, (record, other) => put(record, pick(other, ["abi"]))),
  told("another contract's signatures", "interface", {}, (record, other) =>
    put(record, pick(other, ["signatures"])),
  ),
  told(
    "a function that is said to change nothing",
    "interface",
    { fits: isOf("counter", "named", "uses-low", "uses-high") },
    (record) => {
      for (const each of record.abi ?? []) if (each.type === "function") each.stateMutability = "view";
    },
  ),
  told(
    "names of parameters in another order of meaning",
    "interface",
    { fits: isOf("counter", "named", "uses-low", "uses-high") },
    (record) => {
      for (const each of record.abi ?? []) for (const input of each.inputs ?? []) input.name = "harmless";
    },
  ),
  ...layoutLies(["check-alone", "recompile"], { catches: ["storage-layout"] }),
  ...layoutLies(["check", "verify"], {}),
];

const HARMLESS = "contract Harmless {}\n";

export const SOURCE_LIES: readonly RecordLie[] = [
  told(
    "an exact creation match and a weaker runtime match, of another program",
    "sources",
    { catches: ["switched-off-hash"] },
    (record, other) => {
      put(record, { ...EXACT, runtimeMatch: "match", ...pick(other, [...OF_SOURCES, ...OF_INTERFACE]) });
      for (const side of OF_CODE) if (record[side]) record[side] = filledIn(record[side]);
    },
  ),
  told(
    "an exact creation match and a weaker runtime match, of other sources with the true input",
    "sources",
    { catches: ["switched-off-hash"] },
    (record, other) =>
      put(record, { ...EXACT, runtimeMatch: "match", ...pick(other, ["sources", "metadata"]) }),
  ),
  told("a weaker match, of other sources with the true input", "sources", {}, (record, other) =>
    put(record, {
      match: "match",
      creationMatch: "match",
      runtimeMatch: "match",
      ...pick(other, ["sources", "metadata"]),
    }),
  ),
  told("a comment in the sources on record, as an exact match", "sources", {}, (record) => {
    put(record, EXACT);
    if (record.sources) record.sources["All.sol"].content += "// one comment more\n";
  }),
  told("a comment in the sources on record and in the input, as an exact match", "sources", {}, (record) => {
    put(record, EXACT);
    for (const sources of [record.sources, record.stdJsonInput?.sources])
      if (sources) sources["All.sol"].content += "// one comment more\n";
  }),
  told(
    "other sources in the metadata and on record, as a weaker match of the true input",
    "sources",
    { catches: ["switched-off-hash"] },
    (record) => {
      put(record, { match: "match", creationMatch: "match", runtimeMatch: "match" });
      if (record.sources) {
        record.sources = { "All.sol": { content: HARMLESS } };
        record.metadata.sources = { "All.sol": { keccak256: id(HARMLESS), urls: [], content: HARMLESS } };
      }
    },
  ),
  told("another compiler version, in the metadata too", "sources", {}, (record) => {
    if (record.compilation) record.compilation.compilerVersion = "0.8.27+commit.40a35a09";
    if (record.metadata) record.metadata.compiler.version = "0.8.27+commit.40a35a09";
  }),
  told("another optimizer, in the metadata too", "sources", {}, (record) => {
    for (const settings of [record.metadata?.settings, record.compilation?.compilerSettings])
      if (settings) settings.optimizer = { enabled: true, runs: 4711 };
  }),
  told("another name", "sources", {}, (record) => {
    if (record.compilation) {
      record.compilation.name = "Vault";
      record.compilation.fullyQualifiedName = "All.sol:Vault";
    }
  }),
];

const OTHER_PROXY = {
  proxyResolution: {
    isProxy: true,
    proxyType: "EIP1967Proxy",
    implementations: [{ address: `0x${"22".repeat(20)}`, name: "Harmless" }],
  },
};

export const SURROUNDINGS_LIES: readonly RecordLie[] = [
  told(
    "another library in the values that were filled in",
    "libraries",
    { fits: isOf("uses-low", "uses-high", "high") },
    (record) => {
      for (const side of OF_CODE) {
        const libraries = record[side]?.transformationValues.libraries;
        for (const name of Object.keys(libraries ?? {})) libraries[name] = `0x${"11".repeat(20)}`;
      }
    },
  ),
  told(
    "another implementation",
    "implementation",
    { catches: ["wrong-implementation"], fits: isOf("proxy") },
    (record) => put(record, OTHER_PROXY),
  ),
  told("no proxy", "implementation", { fits: isOf("proxy") }, (record) =>
    put(record, { proxyResolution: { isProxy: false, proxyType: null, implementations: [] } }),
  ),
  told("a proxy that it is not", "implementation", { fits: isOf("counter", "named") }, (record) =>
    put(record, OTHER_PROXY),
  ),
  told("another address", "identity", {}, (record, other) => put(record, pick(other, ["address"]))),
  told("another contract's deployment", "deployment", { catches: ["false-transaction"] }, (record, other) =>
    put(record, pick(other, ["deployment"])),
  ),
  {
    name: "another deployer",
    claim: "deployment",
    // Without a transaction on record, these refer to nothing.
    fits: isNot("child"),
    change: (record) => {
      if (record.deployment) record.deployment.deployer = `0x${"33".repeat(20)}`;
    },
  },
  told("another block", "deployment", { fits: isNot("child") }, (record) => {
    if (record.deployment) record.deployment.blockNumber = "4711";
  }),
  told(
    "other constructor arguments",
    "deployment",
    { catches: ["false-transaction"], fits: isOf("named", "fixed", "proxy") },
    (record) => {
      const values = record.creationBytecode?.transformationValues;
      if (values?.constructorArguments) values.constructorArguments = `0x${"00".repeat(31)}01`;
    },
  ),
  told("another chain", "record", {}, (record) => put(record, { chainId: "1" })),
  told("verified a year before the creation", "record", {}, (record) =>
    put(record, { verifiedAt: "2020-01-01T00:00:00Z" }),
  ),
  told("verified a year from now", "record", {}, (record) =>
    put(record, { verifiedAt: new Date(Date.now() + 31_536_000_000).toISOString() }),
  ),
  told(
    "compiled code with its immutables filled in",
    "record",
    { catches: ["filled-in-immutables"], fits: isOf("fixed") },
    (record) => {
      if (record.runtimeBytecode) record.runtimeBytecode = filledIn(record.runtimeBytecode);
    },
  ),
  told("a summary that its sides do not come to", "record", { modes: ["check", "check-alone"] }, (record) =>
    put(record, { match: "exact_match", creationMatch: "match", runtimeMatch: "match" }),
  ),
];
