import { assert } from "chai";
import * as services from "../../src/services.ts";

describe("services - public entry", () => {
  it("should export the clients and what they throw", () =>
    assert.sameMembers(Object.keys(services), [
      "HostBreaker",
      "HostPace",
      "QueryService",
      "ServiceError",
      "StatusService",
      "VerificationService",
      "VerifyContractError",
    ]));

  it("should make a client of a URL alone", () => {
    const options = { url: "https://host.example/base/" };
    for (const Service of [services.VerificationService, services.QueryService, services.StatusService])
      assert.equal(new Service(options).url, "https://host.example/base");
  });
});
