import { assert } from "chai";
import { withoutCredentials } from "../../../src/internal/services/http/without-credentials.ts";

describe("services - URL without credentials", () => {
  it("should take out user name, password and fragment", () => {
    assert.equal(withoutCredentials("https://user:pass@host.example/a?b=c#d"), "https://host.example/a?b=c");
  });

  it("should hide query values that look like secrets", () => {
    assert.equal(
      withoutCredentials("https://host.example/?apiKey=1&access_token=2&fields=abi"),
      "https://host.example/?apiKey=***&access_token=***&fields=abi",
    );
  });

  it("should hide them in what is not a URL as well", () => {
    assert.equal(withoutCredentials("htps//user:p@ss@host/a?key=1"), "htps//host/a");
  });
});
