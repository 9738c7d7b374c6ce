import { put } from "../rewrites.ts";
import { filledIn, is, isNot, OF_CODE, pick, type RecordLie, told } from "./record-lie.ts";

export const SURROUNDINGS_LIES: readonly RecordLie[] = [
  told(
    "another library in the values that were filled in",
    "libraries",
    { fits: is("uses-low", "uses-high", "high") },
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
    { catches: ["wrong-implementation"], fits: is("proxy") },
    (record) =>
      put(record, {
        proxyResolution: {
          isProxy: true,
          proxyType: "EIP1967Proxy",
          implementations: [{ address: `0x${"22".repeat(20)}`, name: "Harmless" }],
        },
      }),
  ),
  told("no proxy", "implementation", { fits: is("proxy") }, (record) =>
    put(record, { proxyResolution: { isProxy: false, proxyType: null, implementations: [] } }),
  ),
  told("a proxy that it is not", "implementation", { fits: is("counter", "named") }, (record) =>
    put(record, {
      proxyResolution: {
        isProxy: true,
        proxyType: "EIP1967Proxy",
        implementations: [{ address: `0x${"22".repeat(20)}`, name: "Harmless" }],
      },
    }),
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
    { catches: ["false-transaction"], fits: is("named", "fixed", "proxy") },
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
    { catches: ["filled-in-immutables"], fits: is("fixed") },
    (record) => {
      if (record.runtimeBytecode) record.runtimeBytecode = filledIn(record.runtimeBytecode);
    },
  ),
  told("a summary that its sides do not come to", "record", { modes: ["check", "check-alone"] }, (record) =>
    put(record, { match: "exact_match", creationMatch: "match", runtimeMatch: "match" }),
  ),
];
