import { itFails, ofRecord } from "../../helpers/cross-check/changed-field.ts";

describe("cross-check - contract-name, a single changed field", () => {
  itFails("contract-name", {
    "metadata.settings.compilationTarget, the name": ofRecord((body) => {
      const [path] = Object.keys(body.metadata.settings.compilationTarget);
      body.metadata.settings.compilationTarget = { [path ?? ""]: "Other" };
    }),
    "metadata.settings.compilationTarget, the path": ofRecord((body) => {
      const [name] = Object.values(body.metadata.settings.compilationTarget);
      body.metadata.settings.compilationTarget = { "contracts/Other.sol": name };
    }),
    "metadata.settings.compilationTarget, one more": ofRecord((body) => {
      body.metadata.settings.compilationTarget["contracts/Other.sol"] = "Other";
    }),
    "compilation.fullyQualifiedName": ofRecord((body) => {
      body.compilation.fullyQualifiedName += "2";
    }),
    "compilation.fullyQualifiedName, without metadata": ofRecord((body) => {
      delete body.metadata;
      body.compilation.fullyQualifiedName += "2";
    }),
    "compilation.name, without the qualified one": ofRecord((body) => {
      delete body.compilation.fullyQualifiedName;
      body.compilation.name = "Other";
    }),
    "compilation.name, without the qualified one and metadata": ofRecord((body) => {
      delete body.metadata;
      delete body.compilation.fullyQualifiedName;
      body.compilation.name = "Other";
    }),
  });
});
