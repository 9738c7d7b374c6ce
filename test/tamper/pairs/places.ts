import { findDelegateSites } from "../../../src/internal/bytecode/delegate-sites.ts";
import type { Body } from "../bases/base.ts";
import {
  ALWAYS,
  FOREIGN_ADDRESS,
  FOREIGN_HASH,
  hasCreationCode,
  isExact,
  type Pair,
  pair,
  pairs,
} from "./pair.ts";

const hasLibraries = ({ record }: { readonly record: Body }) =>
  Object.keys(record.runtimeBytecode?.transformationValues?.libraries ?? {}).length > 0;
const hasImmutables = ({ record }: { readonly record: Body }) =>
  Object.keys(record.runtimeBytecode?.transformationValues?.immutables ?? {}).length > 0;

export const FILLED_IN: readonly Pair[] = [
  ...pairs(["libraries", "replay-runtime"], hasLibraries, {
    "another library, in both sides' values": ({ record }) => {
      for (const side of [record.runtimeBytecode, record.creationBytecode])
        for (const key of Object.keys(side.transformationValues?.libraries ?? {}))
          side.transformationValues.libraries[key] = FOREIGN_ADDRESS;
    },
  }),
  ...pairs(["libraries", "runtime-code-chain"], hasLibraries, {
    "another library, in values, stored codes and the query service": ({ record, query }) => {
      for (const [side, field] of [
        [record.runtimeBytecode, "runtime_bytecode"],
        [record.creationBytecode, "bytecode"],
      ] as const)
        for (const [key, address] of Object.entries<string>(side.transformationValues?.libraries ?? {})) {
          side.transformationValues.libraries[key] = FOREIGN_ADDRESS;
          side.onchainBytecode = side.onchainBytecode.replaceAll(
            address.slice(2).toLowerCase(),
            FOREIGN_ADDRESS.slice(2),
          );
          query[field] = side.onchainBytecode;
        }
    },
  }),
  ...pairs(["record-references"], (evidence) => hasLibraries(evidence) && isExact(evidence), {
    "a library's name, in values, transformations and references": ({ record }) => {
      for (const side of [record.runtimeBytecode, record.creationBytecode]) {
        const key = Object.keys(side.transformationValues.libraries)[0] ?? "";
        const [path = "", name = ""] = key.split(":");
        side.transformationValues.libraries[`${path}:Other`] = side.transformationValues.libraries[key];
        delete side.transformationValues.libraries[key];
        for (const it of side.transformations) if (it.id === key) it.id = `${path}:Other`;
        side.linkReferences[path].Other = side.linkReferences[path][name];
        delete side.linkReferences[path][name];
      }
    },
  }),
  ...pairs(["runtime-code-chain"], hasImmutables, {
    "an immutable's value, and the stored code with it": ({ record: { runtimeBytecode: it } }) => {
      const key = Object.keys(it.transformationValues.immutables)[0] ?? "";
      const value = it.transformationValues.immutables[key];
      const other = `${value.slice(0, -2)}${value.endsWith("77") ? "78" : "77"}`;
      it.transformationValues.immutables[key] = other;
      for (const { id, offset, reason } of it.transformations)
        if (reason === "immutable" && id === key) {
          const at = 2 + offset * 2;
          it.onchainBytecode =
            it.onchainBytecode.slice(0, at) +
            other.slice(2) +
            it.onchainBytecode.slice(at + other.length - 2);
        }
    },
  }),
  ...pairs(["replay-runtime", "record-references"], hasImmutables, {
    "an immutable moved by a byte, with its reference": ({ record: { runtimeBytecode: it } }) => {
      for (const each of it.transformations) each.offset += each.reason === "immutable" ? 1 : 0;
      for (const ranges of Object.values<Body>(it.immutableReferences))
        for (const range of ranges) range.start += 1;
    },
  }),
  ...pairs(["replay-runtime"], hasImmutables, {
    "an immutable taken for a library": ({ record: { runtimeBytecode: it } }) => {
      for (const each of it.transformations)
        if (each.reason === "immutable") Object.assign(each, { reason: "library", offset: each.offset + 12 });
      it.transformationValues.libraries = Object.fromEntries(
        Object.entries<string>(it.transformationValues.immutables).map(([key, value]) => [
          key,
          `0x${value.slice(-40)}`,
        ]),
      );
      delete it.transformationValues.immutables;
    },
  }),
  ...pairs(
    ["creation-code-chain"],
    (evidence) =>
      hasCreationCode(evidence) &&
      evidence.record.creationBytecode?.transformationValues?.constructorArguments !== undefined,
    {
      "constructor arguments, and the stored creation code with them": ({
        record: { creationBytecode: it },
      }) => {
        const { constructorArguments } = it.transformationValues;
        const other = `${constructorArguments.slice(0, -2)}${constructorArguments.endsWith("77") ? "78" : "77"}`;
        it.transformationValues.constructorArguments = other;
        it.onchainBytecode =
          it.onchainBytecode.slice(0, it.onchainBytecode.length - other.length + 2) + other.slice(2);
      },
    },
  ),
];

export const PLACES: readonly Pair[] = [
  pair("address and chain of the record", ["record-address", "record-chain"], ALWAYS, ({ record }) => {
    Object.assign(record, { address: FOREIGN_ADDRESS, chainId: "295" });
  }),
  ...pairs(["record-address", "query-address"], ALWAYS, {
    "record and query service of another address": ({ record, query }) => {
      record.address = FOREIGN_ADDRESS;
      query.evm_address = FOREIGN_ADDRESS;
    },
  }),
  pair("query service: evm_address and contract_id", ["query-address"], ALWAYS, ({ query }) => {
    query.evm_address = FOREIGN_ADDRESS;
    query.contract_id = "0.0.424242";
  }),
  ...pairs(["deployment-transaction"], ({ facts }) => facts.creation !== undefined, {
    "the whole deployment": ({ record }) => {
      record.deployment = {
        transactionHash: FOREIGN_HASH,
        blockNumber: "7",
        transactionIndex: "3",
        deployer: FOREIGN_ADDRESS,
      };
    },
  }),
  ...pairs(
    ["deployment-transaction"],
    ({ facts, record }) => facts.creation !== undefined && record.deployment?.transactionHash != null,
    {
      "block and index of the deployment": ({ record }) => {
        Object.assign(record.deployment, { blockNumber: "70000", transactionIndex: "3" });
      },
    },
  ),
  ...pairs(
    ["proxy"],
    ({ proxy, facts }) => proxy !== null || findDelegateSites(facts.runtimeBytecode).length === 0,
    {
      "a proxy, with an implementation": ({ record }) => {
        record.proxyResolution = {
          isProxy: true,
          proxyType: "EIP1967Proxy",
          implementations: [{ address: FOREIGN_ADDRESS, name: "Safe" }],
        };
      },
    },
  ),
  ...pairs(["proxy"], ({ proxy }) => proxy !== null, {
    "an implementation more": ({ record }) => {
      record.proxyResolution.implementations.push({ address: FOREIGN_ADDRESS });
    },
    "no proxy, and no implementation": ({ record }) => {
      record.proxyResolution = { isProxy: false, proxyType: null, implementations: [] };
    },
  }),
];

const YEAR_S = 31_536_000;

export const TIMES: readonly Pair[] = [
  ...pairs(["stale-record", "created-in-block"], ({ facts }) => facts.creation !== undefined, {
    "verifiedAt and the creation, a year before": ({ record, query }) => {
      record.verifiedAt = new Date(Date.parse(record.verifiedAt) - YEAR_S * 1000).toISOString();
      query.created_timestamp = earlier(query.created_timestamp);
      query.timestamp.from = query.created_timestamp;
    },
  }),
  ...pairs(["created-in-block"], ({ facts }) => facts.creation !== undefined, {
    "query service: created_timestamp and the time of its state": ({ query }) => {
      query.created_timestamp = earlier(query.created_timestamp);
      query.timestamp.from = query.created_timestamp;
    },
    "query service: created_timestamp and its block": ({ query, block }) => {
      query.created_timestamp = earlier(query.created_timestamp);
      block.timestamp = { from: earlier(block.timestamp.from), to: earlier(block.timestamp.to) };
    },
  }),
  ...pairs(["not-expired", "created-in-block"], ALWAYS, {
    "query service: created and expired long ago": ({ query }) => {
      query.created_timestamp = earlier(query.created_timestamp);
      query.expiration_timestamp = "1600000000.000000000";
    },
  }),
];

function earlier(timestamp: string): string {
  const [seconds, fraction] = timestamp.split(".");
  return `${Number(seconds) - YEAR_S}.${fraction}`;
}
