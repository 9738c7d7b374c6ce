import { itFails, ofQuery } from "../../helpers/cross-check/changed-field.ts";

describe("cross-check - not-deleted, a single changed field", () => {
  itFails("not-deleted", {
    "query service: deleted": ofQuery(() => ({ deleted: true })),
  });
});
