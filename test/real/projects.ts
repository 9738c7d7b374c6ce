import type { Builder, RealProject, Settings, Sources } from "./project.ts";

const BUILDERS: readonly Builder[] = ["hardhat3", "hardhat2", "forge"];

/** Tools have different defaults, and some contracts need Cancun. */
const CANCUN = { evmVersion: "cancun" } as const;
const OPTIMIZED: Settings = { optimizer: { enabled: true, runs: 200 }, ...CANCUN };
const VIA_IR: Settings = { optimizer: { enabled: true, runs: 200 }, viaIR: true };
const OPENZEPPELIN = { packages: "openzeppelin", package: "@openzeppelin/contracts" };
const SOLADY = { packages: "solady", package: "solady", folder: "", sources: "src" };
const CHAINLINK = {
  packages: "chainlink",
  package: "@chainlink/contracts",
  folder: "",
  sources: "src",
  drop: /\/(?:test|tests|testhelpers|zksync|arbitrum|optimism|scroll)\/|\.t\.sol$|[zZ]k?[sS]ync/,
  compiler: "0.8.19",
} as const;
const UPGRADES = {
  packages: "upgrades",
  package: "@openzeppelin/upgrades-core",
  pick: /^/,
  settings: {},
  builders: ["packaged"],
} as const;

/** Third-party sources. REAL_PART selects one part. */
const SOURCES: readonly Sources[] = [
  {
    ...OPENZEPPELIN,
    name: "openzeppelin-access",
    part: 1,
    pick: /^(?:access|finance|governance|metatx|proxy)\//,
    compiler: "0.8.28",
    settings: OPTIMIZED,
  },
  {
    name: "solmate",
    part: 1,
    packages: "solady",
    package: "solmate",
    folder: "",
    sources: "src",
    pick: /^src\/(?!test\/)/,
    compiler: "0.8.19",
    settings: { optimizer: { enabled: true, runs: 1_000_000 } },
    buildInfo: true,
  },
  {
    ...OPENZEPPELIN,
    name: "openzeppelin-utils",
    part: 2,
    pick: /^(?:account|crosschain|interfaces|token|utils)\//,
    compiler: "0.8.37",
    settings: OPTIMIZED,
  },
  {
    name: "several-compilers",
    part: 1,
    packages: "several-compilers",
    package: "",
    pick: /^(?:@aragon\/apps-(?!shared)[^/]+|@cowprotocol|@morpho-org\/morpho-blue|solmate)\/.*(?<!\.t)\.sol$/,
    drop: /\/(?:node_modules|test)\//,
    compiler: "0.4.24",
    settings: { optimizer: { enabled: true, runs: 200 } },
    others: [
      { version: "0.7.6", settings: { optimizer: { enabled: true, runs: 1_000_000 } } },
      { version: "0.8.19", settings: VIA_IR },
      { version: "0.8.28", settings: { ...VIA_IR, ...CANCUN } },
    ],
    builders: ["hardhat3"],
  },
  {
    name: "aragon",
    part: 3,
    packages: "aragon",
    package: "@aragon/os",
    folder: "",
    pick: /^contracts\//,
    drop: /\/test\//,
    compiler: "0.4.24",
    settings: { optimizer: { enabled: true, runs: 10_000 }, evmVersion: "constantinople" },
    builders: ["hardhat3", "hardhat2"],
  },
  {
    ...SOLADY,
    name: "solady-tokens",
    part: 3,
    pick: /^src\/(?:accounts|auth|tokens|Milady)/,
    compiler: "0.8.28",
    settings: { optimizer: { enabled: true, runs: 1_000 }, ...CANCUN },
  },
  {
    // chainlink-functions and chainlink-shared in one project: Hardhat 2 writes a build file of 57 MB.
    ...CHAINLINK,
    name: "chainlink-together",
    part: 4,
    pick: /^src\/v0\.8\/(?:functions|llo-feeds|operatorforwarder|shared|vendor|vrf)\//,
    settings: { optimizer: { enabled: true, runs: 1_000_000 } },
    builders: ["hardhat2"],
  },
  {
    ...SOLADY,
    name: "solady-utils",
    part: 4,
    pick: /^src\/utils\//,
    compiler: "0.8.28",
    settings: OPTIMIZED,
    buildInfo: true,
  },
  {
    name: "aave",
    part: 5,
    packages: "aave",
    package: "@aave/core-v3",
    folder: "",
    pick: /^contracts\//,
    compiler: "0.8.10",
    settings: { optimizer: { enabled: true, runs: 100_000 }, evmVersion: "berlin" },
  },
  {
    name: "safe",
    part: 9,
    packages: "safe",
    package: "@safe-global/safe-contracts",
    folder: "",
    pick: /^contracts\//,
    drop: /\/(?:test|examples)\//,
    compiler: "0.7.6",
    settings: {},
  },
  {
    name: "uniswap-v2",
    part: 6,
    packages: "uniswap",
    package: "@uniswap/v2-core",
    folder: "",
    pick: /^contracts\//,
    compiler: "0.5.16",
    settings: { optimizer: { enabled: true, runs: 999_999 }, evmVersion: "istanbul" },
  },
  {
    name: "uniswap-v3",
    part: 6,
    packages: "uniswap",
    package: "@uniswap/v3-core",
    folder: "",
    pick: /^contracts\//,
    compiler: "0.7.6",
    settings: { optimizer: { enabled: true, runs: 800 }, metadata: { bytecodeHash: "none" } },
  },
  {
    name: "account-abstraction",
    part: 6,
    packages: "account-abstraction",
    package: "@account-abstraction/contracts",
    pick: /^(?:accounts|core|utils)\//,
    compiler: "0.8.28",
    settings: { optimizer: { enabled: true, runs: 1_000_000 }, ...CANCUN },
  },
  {
    name: "openzeppelin-upgradeable",
    part: 6,
    packages: "openzeppelin",
    package: "@openzeppelin/contracts-upgradeable",
    pick: /^/,
    compiler: "0.8.28",
    settings: OPTIMIZED,
  },
  {
    ...CHAINLINK,
    name: "chainlink-functions",
    part: 7,
    pick: /^src\/v0\.8\/(?:functions|llo-feeds)\//,
    settings: { optimizer: { enabled: true, runs: 1_000_000 } },
    builders: ["hardhat3", "forge"],
  },
  {
    ...CHAINLINK,
    name: "chainlink-automation",
    part: 8,
    pick: /^src\/v0\.8\/automation\//,
    settings: { optimizer: { enabled: true, runs: 10_000 } },
  },
  {
    name: "uniswap-v4",
    part: 9,
    packages: "uniswap-v4",
    package: "@uniswap/v4-core",
    folder: "",
    sources: "src",
    pick: /^src\//,
    remappings: { "solmate/": "lib/solmate/", "forge-std/": "lib/forge-std/src/" },
    compiler: "0.8.26",
    settings: {
      optimizer: { enabled: true, runs: 44_444_444 },
      viaIR: true,
      evmVersion: "cancun",
      metadata: { bytecodeHash: "none" },
    },
    builders: ["forge"],
  },
  {
    ...CHAINLINK,
    name: "chainlink-shared",
    part: 10,
    pick: /^src\/v0\.8\/(?:shared|operatorforwarder|vrf|vendor)\//,
    settings: { optimizer: { enabled: true, runs: 1_000_000 } },
    builders: ["hardhat3", "forge"],
  },
  {
    name: "balancer-v2",
    part: 10,
    packages: "balancer",
    package: "",
    pick: /^@balancer-labs\/v2-(?:pool-utils|solidity-utils|vault)\/contracts\//,
    // solc 0.7.1 fails with "Compiled contract not found" if only the Vault's output is selected, as services do.
    drop: /\/test\/|\/Vault\.sol$/,
    compiler: "0.7.1",
    settings: { optimizer: { enabled: true, runs: 9_999 } },
  },
  {
    name: "balancer-v3",
    part: 7,
    packages: "balancer-v3",
    package: "",
    pick: /^@balancer-labs\/v3-solidity-utils\/contracts\//,
    drop: /\/test\//,
    compiler: "0.8.26",
    settings: {
      optimizer: {
        enabled: true,
        runs: 500,
        details: {
          yul: true,
          yulDetails: {
            optimizerSteps:
              "dhfoDgvulfnTUtnIf [ xa[r]EscLM cCTUtTOntnfDIul Lcul Vcul [j] Tpeul xa[rul] xa[r]cL gvif CTUca[r]LSsTFOtfDnca[r]Iulc ] jmul[jul] VcTOcul jmul : fDnTOcmu",
          },
        },
      },
      viaIR: true,
      ...CANCUN,
    },
    builders: ["hardhat3", "forge"],
  },
  {
    name: "seaport",
    part: 2,
    packages: "seaport",
    package: "",
    // The rest are parts of Seaport that take as long to compile.
    pick: /^seaport-core\/src\/(?:Seaport\.sol$|conduit\/|helpers\/)/,
    compiler: "0.8.24",
    settings: {
      optimizer: { enabled: true, runs: 4_294_967_295 },
      viaIR: true,
      metadata: { bytecodeHash: "none" },
      ...CANCUN,
    },
    builders: ["hardhat3"],
  },
  {
    name: "zodiac",
    part: 7,
    packages: "zodiac",
    package: "",
    pick: /^@gnosis-guild\/zodiac-core\/contracts\//,
    compiler: "0.8.28",
    settings: OPTIMIZED,
  },
  {
    name: "eas",
    part: 6,
    packages: "eas",
    package: "@ethereum-attestation-service/eas-contracts",
    pick: /^/,
    networks: ["arbitrum-sepolia", "telos"],
    compiler: "0.8.27",
    settings: {},
    builders: ["records"],
  },
  {
    ...UPGRADES,
    name: "upgrades-v4",
    part: 10,
    packagedBuild: "artifacts/build-info.json",
    compiler: "0.8.9",
  },
  {
    ...UPGRADES,
    name: "upgrades-v5",
    part: 10,
    packagedBuild: "artifacts/build-info-v5.json",
    compiler: "0.8.29",
  },
];

export const PROJECTS: readonly RealProject[] = SOURCES.flatMap((sources) =>
  (sources.builders ?? BUILDERS).map((builder) => ({
    ...sources,
    name: `${sources.name}-${builder}`,
    builder,
  })),
);

export const PARTS = 10;

/** @throws Error for anything but a part, so that a typo can't skip all tests */
export function wantedPart(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (Number(of) !== PARTS || Number(part) < 1 || Number(part) > PARTS)
    throw new Error(`REAL_PART is "${text}", and has to be 1/${PARTS} to ${PARTS}/${PARTS}.`);
  return Number(part);
}
