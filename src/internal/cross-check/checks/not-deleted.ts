import { type CheckRule, failed, passed } from "../check.ts";
import { needQueryContract } from "../compare/need.ts";

export const notDeleted: CheckRule = {
  id: "not-deleted",
  subject: "contract is not deleted",
  witnesses: ["query service"],
  proves: "The query service does not mark the contract as deleted.",
  run: (evidence) => (needQueryContract(evidence).deleted ? failed("not deleted", "deleted") : passed()),
};
