import { FOREIGN, itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";

describe("cross-check - record-address, a single changed field", () => {
  itFails("record-address", {
    address: ofRecord((body) => {
      body.address = FOREIGN;
    }),
  });
});
