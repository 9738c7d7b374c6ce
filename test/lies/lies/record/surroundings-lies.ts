import { put } from "../rewrites.ts";
import { filledIn, is, isNot, OF_CODE, pick, type RecordLie } from "./record-lie.ts";

/** About libraries, implementation, address, deployment and the record itself. */
export const SURROUNDINGS_LIES: readonly RecordLie[] = [
  {
    name: "another library in the values that were filled in",
    claim: "libraries",
    fits: is("uses-low", "uses-high", "high"),
    change: (record) => {
      for (const side of OF_CODE) {
        const libraries = record[side]?.transformationValues.libraries;
        for (const name of Object.keys(libraries ?? {})) libraries[name] = `0x${"11".repeat(20)}`;
      }
    },
  },
  {
    name: "another implementation",
    claim: "implementation",
    catches: ["wrong-implementation"],
    fits: is("proxy"),
    change: (record) =>
      put(record, {
        proxyResolution: {
          isProxy: true,
          proxyType: "EIP1967Proxy",
          implementations: [{ address: `0x${"22".repeat(20)}`, name: "Harmless" }],
        },
      }),
  },
  {
    name: "no proxy",
    claim: "implementation",
    fits: is("proxy"),
    change: (record) =>
      put(record, { proxyResolution: { isProxy: false, proxyType: null, implementations: [] } }),
  },
  {
    name: "a proxy that it is not",
    claim: "implementation",
    fits: is("counter", "named"),
    change: (record) =>
      put(record, {
        proxyResolution: {
          isProxy: true,
          proxyType: "EIP1967Proxy",
          implementations: [{ address: `0x${"22".repeat(20)}`, name: "Harmless" }],
        },
      }),
  },
  {
    name: "another address",
    claim: "identity",
    change: (record, other) => put(record, pick(other, ["address"])),
  },
  {
    name: "another contract's deployment",
    claim: "deployment",
    catches: ["false-transaction"],
    change: (record, other) => put(record, pick(other, ["deployment"])),
  },
  {
    name: "another deployer",
    claim: "deployment",
    // Without a transaction on record these refer to nothing.
    fits: isNot("child"),
    change: (record) => {
      if (record.deployment) record.deployment.deployer = `0x${"33".repeat(20)}`;
    },
  },
  {
    name: "another block",
    claim: "deployment",
    fits: isNot("child"),
    change: (record) => {
      if (record.deployment) record.deployment.blockNumber = "4711";
    },
  },
  {
    name: "other constructor arguments",
    claim: "deployment",
    catches: ["false-transaction"],
    fits: is("named", "fixed", "proxy"),
    change: (record) => {
      const values = record.creationBytecode?.transformationValues;
      if (values?.constructorArguments) values.constructorArguments = `0x${"00".repeat(31)}01`;
    },
  },
  { name: "another chain", claim: "record", change: (record) => put(record, { chainId: "1" }) },
  {
    name: "verified a year before the creation",
    claim: "record",
    change: (record) => put(record, { verifiedAt: "2020-01-01T00:00:00Z" }),
  },
  {
    name: "verified a year from now",
    claim: "record",
    change: (record) => put(record, { verifiedAt: new Date(Date.now() + 31_536_000_000).toISOString() }),
  },
  {
    name: "compiled code with its immutables filled in",
    claim: "record",
    catches: ["filled-in-immutables"],
    fits: is("fixed"),
    change: (record) => {
      if (record.runtimeBytecode) record.runtimeBytecode = filledIn(record.runtimeBytecode);
    },
  },
  {
    name: "a summary that its sides do not come to",
    claim: "record",
    modes: ["check", "check-alone"],
    change: (record) => put(record, { match: "exact_match", creationMatch: "match", runtimeMatch: "match" }),
  },
];
