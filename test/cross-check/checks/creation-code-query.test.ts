import { flipByte } from "../../helpers/compile.ts";
import { itFails, ofQuery } from "../../helpers/cross-check/changed-field.ts";

describe("cross-check - creation-code-query, a single changed field", () => {
  itFails("creation-code-query", {
    "query service: bytecode, a byte": ofQuery(({ bytecode }) => ({
      bytecode: flipByte(bytecode ?? "", 30),
    })),
    "query service: bytecode, cut short": ofQuery(({ bytecode }) => ({
      bytecode: (bytecode ?? "").slice(0, -2),
    })),
    "query service: bytecode of a file, a byte": ofQuery(({ bytecode }) => ({
      file_id: "0.0.9",
      bytecode: flipByte(bytecode ?? "", 30),
    })),
    "query service: bytecode of a file, too short": ofQuery(({ bytecode }) => ({
      file_id: "0.0.9",
      bytecode: (bytecode ?? "").slice(0, 100),
    })),
    "query service: bytecode of a file, longer than the transaction's": ofQuery(({ bytecode }) => ({
      file_id: "0.0.9",
      bytecode: `${bytecode}00`,
    })),
  });
});
