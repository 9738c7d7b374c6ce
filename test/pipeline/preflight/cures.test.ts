import { assert } from "chai";
import { parse } from "smol-toml";
import { compile } from "../../helpers/compile.ts";
import {
  codesOf,
  contractOf,
  PROJECT,
  type PreflightOptions,
  preflightOf,
} from "../../helpers/pipeline/preflight.ts";

const HEADER = "// SPDX-License-Identifier: MIT\npragma solidity >=0.8.0;\n";
const COUNTER = "contracts/Counter.sol";
const SMALL = { [COUNTER]: `${HEADER}contract Counter { uint256 public count; }` };
const TWINS = {
  [COUNTER]: `${HEADER}contract Counter { uint256 public count; } contract Other { uint256 public count; }`,
};
/** Too large without the optimizer, small with it. */
const LARGE = { [COUNTER]: `${HEADER}contract Counter { ${manyFunctions(330)} }` };

type Settings = Readonly<Record<string, unknown>>;

const CASES: readonly (readonly [
  code: string,
  sources: Readonly<Record<string, string>>,
  settings: Settings,
])[] = [
  ["VC220", SMALL, { metadata: { bytecodeHash: "none" } }],
  ["VC225", TWINS, { metadata: { appendCBOR: false } }],
  ["VC230", LARGE, { optimizer: { enabled: false } }],
];

const FORGE: PreflightOptions = {
  paths: { ...PROJECT, foundry: { ...PROJECT.foundry, isConfigured: true, artifacts: "/project/out" } },
  change: (candidate) => ({ ...candidate, file: "/project/out/Counter.sol/Counter.json" }),
};

describe("preflight - suggested settings, applied", () => {
  for (const [code, sources, settings] of CASES) {
    const found = async (used: Settings, options: PreflightOptions = {}) =>
      contractOf(await preflightOf(compile(sources, used), options), "Counter");
    const cureOf = async (options: PreflightOptions = {}): Promise<string> =>
      (await found(settings, options)).findings.find((each) => each.code === code)?.next ??
      assert.fail(`no ${code}`);
    const where = JSON.stringify(settings);

    it(`should resolve ${code} for ${where} in hardhat.config.ts`, async () => {
      const [, line = ""] =
        /^add (settings: \{.*\}) to solidity in hardhat\.config\.ts$/.exec(await cureOf()) ?? [];
      const pasted = new Function(`return { ${line} }`)() as { readonly settings: Settings };
      assert.notInclude(codesOf(await found({ ...settings, ...pasted.settings })), code);
    });

    it(`should resolve ${code} for ${where} in foundry.toml`, async () => {
      const [, text = ""] = /^set (.*) in the profile in foundry\.toml$/.exec(await cureOf(FORGE)) ?? [];
      const pasted = parse(["[profile.default]", ...text.split(" and ")].join("\n"));
      const cured = { ...settings, ...fromForge(Reflect.get(pasted.profile as object, "default")) };
      assert.notInclude(codesOf(await found(cured, FORGE)), code);
    });
  }
});

function fromForge(keys: Settings): Settings {
  const { bytecode_hash, cbor_metadata, optimizer, optimizer_runs } = keys;
  return {
    ...(bytecode_hash === undefined
      ? {}
      : {
          metadata: {
            bytecodeHash: bytecode_hash,
            ...(cbor_metadata === undefined ? {} : { appendCBOR: cbor_metadata }),
          },
        }),
    ...(optimizer === undefined ? {} : { optimizer: { enabled: optimizer, runs: optimizer_runs } }),
  };
}

function manyFunctions(count: number): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `function f${index}(uint256 a, uint256 b) external pure returns (uint256 c) { c = a + b * ${index + 1}; }`,
  ).join("\n");
}
