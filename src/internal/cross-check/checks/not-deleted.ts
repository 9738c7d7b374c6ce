import { type CheckRule, failed, passed } from "../check.ts";
import { withQueryContract } from "../compare/with-query-contract.ts";

export const notDeleted: CheckRule = {
  id: "not-deleted",
  subject: "contract is not deleted",
  witnesses: ["query service"],
  proves: "The query service does not mark the contract as deleted.",
  run: ({ query }) =>
    withQueryContract(query, ({ deleted }) => (deleted ? failed("not deleted", "deleted") : passed())),
};
