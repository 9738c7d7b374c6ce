import type { CliOptions } from "./cli.ts";

/** A wrong command or configuration: its golden file, its code, and how it is written. */
export interface BadInput {
  readonly name: string;
  readonly code: string;
  readonly args: readonly string[];
  /** Instead of, or on top of, `verifyContract` of the world. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly options?: CliOptions;
}

const ADDRESS = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const VERSION = "0.8.28+commit.7893614a";
const HASH = `0x${"5a".repeat(32)}`;

export const BAD_TARGETS: readonly BadInput[] = [
  { name: "no-target", code: "VC101", args: [] },
  { name: "address-too-short", code: "VC102", args: [ADDRESS.slice(0, -1)] },
  { name: "address-not-hex", code: "VC102", args: [ADDRESS.replace("F", "G")] },
  { name: "transaction-hash-as-target", code: "VC102", args: [HASH] },
  { name: "contract-name-as-target", code: "VC102", args: ["contracts/Counter.sol:Counter"] },
  { name: "sub-task-of-hardhat-verify", code: "VC102", args: ["sourcify", ADDRESS] },
  { name: "contract-id-too-long", code: "VC102", args: ["0.0.99999999999"] },
  { name: "wrong-checksum", code: "VC103", args: [ADDRESS.replace("F", "f")] },
  { name: "contract-id-without-query", code: "VC104", args: ["0.0.1001"], config: { query: false } },
];

export const BAD_OPTIONS: readonly BadInput[] = [
  {
    name: "creation-hash-too-short",
    code: "VC105",
    args: [ADDRESS, "--creation-tx-hash", HASH.slice(0, -2)],
  },
  { name: "sources", code: "VC106", args: [ADDRESS, "--sources", "minimum"] },
  { name: "min-match", code: "VC106", args: [ADDRESS, "--min-match", "exact"] },
  { name: "timeout-not-a-number", code: "VC106", args: [ADDRESS, "--timeout", "5m"] },
  { name: "timeout-zero", code: "VC106", args: [ADDRESS, "--timeout", "0"] },
  { name: "report-format", code: "VC107", args: [ADDRESS, "--report", "junitt=report.xml"] },
  { name: "report-without-path", code: "VC107", args: [ADDRESS, "--report", "json"] },
  { name: "force-and-dry-run", code: "VC112", args: [ADDRESS, "--force", "--dry-run"] },
  { name: "input-without-version", code: "VC115", args: [ADDRESS, "--std-json-input", "input.json"] },
  { name: "version-without-input", code: "VC115", args: [ADDRESS, "--compiler-version", VERSION] },
  {
    name: "version-without-commit",
    code: "VC106",
    args: [ADDRESS, "--std-json-input", "input.json", "--compiler-version", "0.8.28"],
  },
  {
    name: "input-and-build-info",
    code: "VC112",
    args: [
      ADDRESS,
      "--std-json-input",
      "input.json",
      "--compiler-version",
      VERSION,
      "--build-info",
      "artifacts",
    ],
  },
  {
    name: "input-missing",
    code: "VC202",
    args: [ADDRESS, "--std-json-input", "input.json", "--compiler-version", VERSION],
  },
  {
    name: "input-of-another-kind",
    code: "VC202",
    args: [ADDRESS, "--std-json-input", "package.json", "--compiler-version", VERSION],
  },
  { name: "require-unknown", code: "VC106", args: [ADDRESS, "--require", "metadatahash"] },
  { name: "require-without-recompile", code: "VC115", args: [ADDRESS, "--require", "recompiled-here"] },
  { name: "require-and-dry-run", code: "VC112", args: [ADDRESS, "--require", "abi", "--dry-run"] },
  {
    name: "report-over-configuration",
    code: "VC801",
    args: [ADDRESS, "--report", "json=hardhat.test.config.ts"],
  },
  { name: "report-in-proc", code: "VC801", args: [ADDRESS, "--report", "json=/proc/x/y.json"] },
  { name: "report-to-a-stream", code: "VC801", args: [ADDRESS, "--report", "json=/dev/stdout"] },
  { name: "report-unwritable", code: "VC801", args: [ADDRESS, "--report", "json=package.json/report.json"] },
];

export const BAD_CONFIG: readonly BadInput[] = [
  { name: "config-url", code: "VC108", args: [ADDRESS], config: { verification: { url: "localhost:5555" } } },
  {
    name: "config-unknown-key",
    code: "VC108",
    args: [ADDRESS],
    config: { verificaton: { url: "http://x" } },
  },
  {
    name: "config-types",
    code: "VC108",
    args: [ADDRESS],
    config: {
      minMatch: "exact",
      timeout: "300",
      concurrency: 0,
      query: "http://127.0.0.1:5551",
      retry: { attempts: 1.5, pollInterval: 100 },
      chains: { hedera: {}, 296: { status: true, verification: { headers: { Authorization: 42 } } } },
    },
  },
  { name: "config-no-verification", code: "VC109", args: [ADDRESS], config: { verification: {} } },
  {
    name: "config-network-forgotten",
    code: "VC109",
    args: [ADDRESS],
    config: { verification: {} },
    options: { network: null },
  },
  {
    name: "config-variable",
    code: "VC113",
    args: [ADDRESS],
    config: {
      query: {
        url: "http://127.0.0.1:5551",
        headers: { Authorization: { _type: "ConfigurationVariable", name: "QUERY_TOKEN" } },
      },
    },
  },
];
