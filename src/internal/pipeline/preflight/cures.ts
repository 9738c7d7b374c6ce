import { advice, type NextStep } from "../../errors/next-step.ts";
import type { Subject } from "./subject.ts";

/** A setting of the compiler, as each tool's configuration has it. */
interface Setting {
  /** In Hardhat's `settings`, and in those of a standard JSON input. */
  readonly settings: string;
  /** Lines of foundry.toml. */
  readonly foundry: readonly string[];
}

export const METADATA_HASH: Setting = {
  settings: 'metadata: { bytecodeHash: "ipfs" }',
  foundry: ['bytecode_hash = "ipfs"'],
};
export const CBOR_AND_HASH: Setting = {
  settings: 'metadata: { appendCBOR: true, bytecodeHash: "ipfs" }',
  foundry: ["cbor_metadata = true", 'bytecode_hash = "ipfs"'],
};
export const OPTIMIZER: Setting = {
  settings: "optimizer: { enabled: true, runs: 1 }",
  foundry: ["optimizer = true", "optimizer_runs = 1"],
};
export const VIA_IR: Setting = { settings: "viaIR: true", foundry: ["via_ir = true"] };

/** A change of the compiler's settings, as a line for the configuration of what built the contract. */
export function change(
  { settings, foundry }: Setting,
  { tool, words }: Pick<Subject, "tool" | "words">,
): NextStep {
  switch (tool) {
    case "foundry":
      return advice(`${foundryLines(foundry)} in the profile of foundry.toml`);
    case "hardhat":
      return advice(`settings: { ${settings} } in solidity of ${words.hardhatConfig}`);
    case "other":
      return advice(`settings: { ${settings} } in the compiler input`);
  }
}

/** Several keys on one line are no TOML. */
function foundryLines([first = "", ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${[first, ...others].join(" and ")}, a line each,`;
}

/** Remappings that hold in every folder. Hardhat 3 takes them from a file of their own alone. */
export function relativeRemappings({ tool, words }: Pick<Subject, "tool" | "words">): NextStep {
  const remapping = "name/=path/in/the/project/";
  switch (tool) {
    case "foundry":
      return advice(`remappings = ["${remapping}"] in the profile of foundry.toml`);
    case "hardhat":
      return advice(
        `the line ${remapping} in remappings.txt for Hardhat 3, settings: { remappings: ["${remapping}"] } in ${words.hardhatConfig} for Hardhat 2`,
      );
    case "other":
      return advice(`settings: { remappings: ["${remapping}"] } in the compiler input`);
  }
}
