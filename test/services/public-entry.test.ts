import { assert } from "chai";
import * as services from "../../src/services.ts";

describe("services - public entry", () => {
  it("should export the clients and the errors they throw", () =>
    assert.sameMembers(Object.keys(services), [
      "HostBreaker",
      "HostPace",
      "QueryService",
      "ServiceError",
      "StatusService",
      "VerificationService",
      "VerifyContractError",
    ]));

  it("should create each client from a URL alone", () => {
    const options = { url: "https://host.example/base/" };
    for (const Service of [services.VerificationService, services.QueryService, services.StatusService])
      assert.equal(new Service(options).url, "https://host.example/base");
  });
});
