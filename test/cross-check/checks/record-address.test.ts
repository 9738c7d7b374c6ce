import { FOREIGN, itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import { set } from "../../helpers/cross-check/one-check.ts";

describe("cross-check - record-address, a single changed field", () => {
  itFails("record-address", {
    address: ofRecord(set("address", FOREIGN)),
  });
});
