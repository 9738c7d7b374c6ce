import type { ClaimId } from "../../../src/internal/report/claim-ids.ts";
import type { Body, Rewrite } from "../world/lying-proxy.ts";
import type { Subject } from "../world/subjects.ts";
import { type Asking, askingFor, type NodeLie } from "../world/world.ts";
import { isOf, type Lie, type LieRow, row, toldIn, toldUntouched } from "./lie.ts";
import { put, queryOf, withoutTraces } from "./rewrites.ts";

const LIAR = "query-service";

interface QueryLie extends LieRow {
  readonly node?: NodeLie;
  /** @param other The service's answer about another contract. */
  readonly change: (contract: Body, other: Body, subject: Subject) => Body | undefined;
}

const told = row<QueryLie>;
const LIES: readonly QueryLie[] = [
  told("another contract's runtime code", "identity", {}, (contract, other) =>
    put(contract, { runtime_bytecode: other.runtime_bytecode }),
  ),
  told("all of another contract, under this address", "identity", {}, (contract, other) => ({
    ...other,
    evm_address: contract.evm_address,
  })),
  told("all of another contract", "identity", {}, (_contract, other) => other),
  told("another contract's address", "identity", {}, (contract, other) =>
    put(contract, { evm_address: other.evm_address }),
  ),
  told("a deleted contract", "identity", {}, (contract) => put(contract, { deleted: true })),
  told("an expired contract", "identity", {}, (contract) =>
    put(contract, { expiration_timestamp: "1500000000.000000000" }),
  ),
  told(
    "another contract's creation code",
    "creation-code",
    { fits: ({ kind }) => kind !== "child" },
    (contract, other) => put(contract, { bytecode: other.bytecode }),
  ),
  told(
    "another contract's creation code, of a factory's child",
    "creation-code",
    { catches: ["child-of-factory"], fits: isOf("child"), node: withoutTraces },
    (contract, other) => put(contract, { bytecode: other.bytecode }),
  ),
  {
    name: "created a year before",
    claim: "deployment",
    // Another answer states the child's creation.
    fits: ({ kind }) => kind !== "child",
    change: (contract) =>
      put(contract, {
        created_timestamp: `${Number(contract.created_timestamp.split(".")[0]) - 31_536_000}.000000000`,
      }),
  },
  told("created in the next minute", "deployment", { fits: ({ kind }) => kind !== "child" }, (contract) =>
    put(contract, {
      created_timestamp: `${Number(contract.created_timestamp.split(".")[0]) + 60}.000000000`,
    }),
  ),
];

/** Claims that the query service can't affect. */
const UNTOUCHED: readonly ClaimId[] = [
  "runtime-code",
  "sources",
  "interface",
  "libraries",
  "implementation",
  "record",
];

export const QUERY_LIES: readonly Lie[] = [
  ...LIES.map(({ node, change, ...lie }): Lie => {
    return {
      ...lie,
      liar: LIAR,
      tell: async (stage, subject) => {
        const other = await stage.queryOf(stage.otherThan(subject));
        return toldIn(stage, LIAR, lie.claim, {
          ...(await askingFor(stage.world, subject, "check")),
          query: queryOf(subject, (contract) => change(contract, other, subject)),
          node,
        });
      },
    };
  }),
  ...UNTOUCHED.map(
    (claim): Lie => ({
      name: `all of another contract, under this address: ${claim}`,
      liar: LIAR,
      claim,
      fits: isOf("named", "uses-low", "proxy"),
      tell: async (stage, subject) => {
        const other = await stage.queryOf(stage.otherThan(subject));
        const query = queryOf(subject, ({ evm_address }) => ({ ...other, evm_address }));
        const asking = await askingFor(stage.world, subject, "check");
        return toldUntouched(stage, claim, asking, { ...asking, query });
      },
    }),
  ),
  {
    name: "a contract id that is another contract's address",
    liar: LIAR,
    claim: "identity",
    catches: ["contract-id"],
    fits: isOf("named", "counter"),
    tell: async (stage, subject) => {
      const other = stage.otherThan(subject);
      const [mine, theirs] = await Promise.all([stage.queryOf(subject), stage.queryOf(other)]);
      const rewrite: Rewrite = ({ path }, honest) =>
        path.includes(`/contracts/${mine.contract_id}`)
          ? { ...honest, body: { ...theirs, contract_id: mine.contract_id } }
          : path.toLowerCase().includes(`/contracts/${other.address.toLowerCase()}`)
            ? { ...honest, body: { ...theirs, contract_id: mine.contract_id } }
            : honest;
      const asking: Asking = {
        ...(await askingFor(stage.world, other, "check")),
        target: mine.contract_id,
        query: rewrite,
      };
      return toldIn(stage, LIAR, "identity", asking);
    },
  },
];
