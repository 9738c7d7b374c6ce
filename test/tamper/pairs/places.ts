import { findDelegateSites } from "../../../src/internal/bytecode/delegate-sites.ts";
import { FOREIGN_ADDRESS, FOREIGN_HASH, type Pair, pair } from "./pair.ts";

/** Where and by whom it was created, and its implementation. */
export const PLACES: readonly Pair[] = [
  pair("address and chain of the record", ["record-address", "record-chain"], ({ record }) => {
    Object.assign(record, { address: FOREIGN_ADDRESS, chainId: "295" });
  }),
  pair(
    "record and query service of another address",
    ["record-address", "query-address"],
    ({ record, query }) => {
      record.address = FOREIGN_ADDRESS;
      query.evm_address = FOREIGN_ADDRESS;
    },
  ),
  pair("query service: evm_address and contract_id", ["query-address"], ({ query }) => {
    query.evm_address = FOREIGN_ADDRESS;
    query.contract_id = "0.0.424242";
  }),
  pair(
    "the whole deployment",
    ["deployment-transaction"],
    ({ record }) => {
      record.deployment = {
        transactionHash: FOREIGN_HASH,
        blockNumber: "7",
        transactionIndex: "3",
        deployer: FOREIGN_ADDRESS,
      };
    },
    ({ facts }) => facts.creation !== undefined,
  ),
  pair(
    "block and index of the deployment",
    ["deployment-transaction"],
    ({ record }) => {
      Object.assign(record.deployment, { blockNumber: "70000", transactionIndex: "3" });
    },
    ({ facts, record }) => facts.creation !== undefined && record.deployment?.transactionHash != null,
  ),
  pair(
    "a proxy, with an implementation",
    ["proxy"],
    ({ record }) => {
      record.proxyResolution = {
        isProxy: true,
        proxyType: "EIP1967Proxy",
        implementations: [{ address: FOREIGN_ADDRESS, name: "Safe" }],
      };
    },
    ({ proxy, facts }) => proxy !== null || findDelegateSites(facts.runtimeBytecode).length === 0,
  ),
  pair(
    "an implementation more",
    ["proxy"],
    ({ record }) => {
      record.proxyResolution.implementations.push({ address: FOREIGN_ADDRESS });
    },
    ({ proxy }) => proxy !== null,
  ),
  pair(
    "no proxy, and no implementation",
    ["proxy"],
    ({ record }) => {
      record.proxyResolution = { isProxy: false, proxyType: null, implementations: [] };
    },
    ({ proxy }) => proxy !== null,
  ),
];
