import { assert } from "chai";
import { itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";
import { type Body, checkOf, set, withBody, withBuildOf } from "../../helpers/cross-check/one-check.ts";

type Fragment = Readonly<Record<string, unknown>>;

/** As compilers before 0.6 write it. */
function saidTwice(fragments: readonly Fragment[]): readonly Fragment[] {
  return fragments.map((fragment) => {
    const { stateMutability: mutability, type } = fragment;
    if (typeof mutability !== "string") return fragment;
    const constant = type === "function" ? { constant: mutability === "view" || mutability === "pure" } : {};
    return { ...fragment, ...constant, payable: mutability === "payable" };
  });
}

const asOldCompiler = withBody("plain", (body: Body) => {
  body.abi = saidTwice(body.abi);
  body.metadata.output.abi = saidTwice(body.metadata.output.abi);
});

describe("cross-check - the ABI as each tool writes it", () => {
  it("should be the same where Foundry omits the redundant keys of compilers before 0.6", () =>
    assert.equal(checkOf("abi", asOldCompiler).status, "passed"));

  it("should differ where the mutability differs", () => {
    const evidence = withBuildOf(asOldCompiler, ({ compiled }) =>
      compiled === undefined
        ? {}
        : {
            compiled: {
              ...compiled,
              abi: compiled.abi.map((entry) =>
                entry.stateMutability === "view" ? { ...entry, stateMutability: "pure" } : entry,
              ),
            },
          },
    );
    assert.equal(checkOf("abi", evidence).status, "failed");
  });

  it("should differ where the record's own metadata has another mutability in the old keys", () => {
    const evidence = withBody(
      "plain",
      set("abi", (old) => saidTwice(old)),
    );
    assert.equal(checkOf("abi", evidence).status, "failed");
  });
});

describe("cross-check - abi, a single changed field", () => {
  itFails("abi", {
    "an entry of the ABI is missing": ofRecord((body) => body.abi.pop()),
    "the ABI has an entry twice": ofRecord((body) => body.abi.push(body.abi[0])),
    "an entry of the ABI is another": ofRecord((body) => {
      body.abi[0] = { ...body.abi[0], name: "other" };
    }),
    "an output type of the ABI": ofRecord((body) => {
      body.abi.at(-1).outputs[0].type = "uint128";
    }),
    "the mutability of a function": ofRecord((body) => {
      body.abi.at(-1).stateMutability = "payable";
    }),
  });
});
