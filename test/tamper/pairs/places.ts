import { findDelegateSites } from "../../../src/internal/bytecode/delegate-sites.ts";
import { ALWAYS, FOREIGN_ADDRESS, FOREIGN_HASH, type Pair, pair } from "./pair.ts";

export const PLACES: readonly Pair[] = [
  pair("address and chain of the record", ["record-address", "record-chain"], ALWAYS, ({ record }) => {
    Object.assign(record, { address: FOREIGN_ADDRESS, chainId: "295" });
  }),
  pair(
    "record and query service of another address",
    ["record-address", "query-address"],
    ALWAYS,
    ({ record, query }) => {
      record.address = FOREIGN_ADDRESS;
      query.evm_address = FOREIGN_ADDRESS;
    },
  ),
  pair("query service: evm_address and contract_id", ["query-address"], ALWAYS, ({ query }) => {
    query.evm_address = FOREIGN_ADDRESS;
    query.contract_id = "0.0.424242";
  }),
  pair(
    "the whole deployment",
    ["deployment-transaction"],
    ({ facts }) => facts.creation !== undefined,
    ({ record }) => {
      record.deployment = {
        transactionHash: FOREIGN_HASH,
        blockNumber: "7",
        transactionIndex: "3",
        deployer: FOREIGN_ADDRESS,
      };
    },
  ),
  pair(
    "block and index of the deployment",
    ["deployment-transaction"],
    ({ facts, record }) => facts.creation !== undefined && record.deployment?.transactionHash != null,
    ({ record }) => {
      Object.assign(record.deployment, { blockNumber: "70000", transactionIndex: "3" });
    },
  ),
  pair(
    "a proxy, with an implementation",
    ["proxy"],
    ({ proxy, facts }) => proxy !== null || findDelegateSites(facts.runtimeBytecode).length === 0,
    ({ record }) => {
      record.proxyResolution = {
        isProxy: true,
        proxyType: "EIP1967Proxy",
        implementations: [{ address: FOREIGN_ADDRESS, name: "Safe" }],
      };
    },
  ),
  pair(
    "an implementation more",
    ["proxy"],
    ({ proxy }) => proxy !== null,
    ({ record }) => {
      record.proxyResolution.implementations.push({ address: FOREIGN_ADDRESS });
    },
  ),
  pair(
    "no proxy, and no implementation",
    ["proxy"],
    ({ proxy }) => proxy !== null,
    ({ record }) => {
      record.proxyResolution = { isProxy: false, proxyType: null, implementations: [] };
    },
  ),
];
