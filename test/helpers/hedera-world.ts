import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import plugin from "../../src/index.ts";
import { renderBatch } from "../../src/internal/render/terminal/batch-report.ts";
import { renderReport } from "../../src/internal/render/terminal/report.ts";
import { plainStyle } from "../../src/internal/render/terminal/style.ts";
import type { Report } from "../../src/report.ts";
import { temporaryFolder, writeHardhat3 } from "./build-files.ts";
import { compile, contractOf } from "./compile.ts";
import { justNow, recordBody } from "./record-body.ts";
import {
  ARGUMENT,
  type LedgerOptions,
  RECORDED,
  RECORDED_CHAIN_ID,
  recordedLedger,
} from "./recorded-ledger.ts";
import { COMPLETED_JOB, NO_MATCH } from "./services/examples.ts";
import { json, serve } from "./services/fault-server.ts";
import { VERIFICATION_ID } from "./services/quick.ts";

const PATH = "project/contracts/Store.sol";
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Store { uint256 public value; constructor(uint256 first) { value = first; } }
`;
const NO_ARGUMENT = SOURCE.replace("constructor(uint256 first) { value = first; }", "");

export type HederaWorld = Awaited<ReturnType<typeof hederaWorld>>;

export interface HederaOptions extends LedgerOptions {
  /** The recorded contract that the project contains. @default "A" */
  readonly way?: keyof typeof RECORDED;
  readonly stored?: readonly string[];
  readonly config?: Readonly<Record<string, unknown>>;
}

export async function hederaWorld({ way = "A", stored = [], config = {}, ...options }: HederaOptions = {}) {
  // The recorded contract of the hollow account has no constructor arguments.
  const compiled = compile({ [PATH]: way === "G" ? NO_ARGUMENT : SOURCE });
  const { evm } = contractOf(compiled, PATH, "Store");
  const codes = { creation: `0x${evm.bytecode.object}`, runtime: `0x${evm.deployedBytecode.object}` };
  const ledger = await recordedLedger({ codes, ...options });
  const folder = await temporaryFolder();
  await folder.write("package.json", { name: "recorded", type: "module" });
  await writeHardhat3(folder, "build", compiled);
  const service = await verificationService(new Set(stored.map((each) => each.toLowerCase())), (address) =>
    bodyOf(compiled, codes, way, address),
  );
  const hre = await createHardhatRuntimeEnvironment(
    {
      plugins: [plugin],
      networks: { hedera: { type: "http", chainType: "l1", url: ledger.relayUrl } },
      verifyContract: { verification: { url: service.url }, query: { url: ledger.mirrorUrl }, ...config },
    } as Parameters<typeof createHardhatRuntimeEnvironment>[0],
    { network: "hedera" },
    folder.path,
  );
  return {
    ledger,
    folder,
    hre,
    /** The folder with the project's build, for requests. */
    buildInfo: `${folder.path}/artifacts`,
    submissions: service.submissions,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([ledger, folder, service].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

function bodyOf(
  compiled: ReturnType<typeof compile>,
  codes: { readonly creation: string; readonly runtime: string },
  way: keyof typeof RECORDED,
  address: string,
): object {
  // A service compares the creation code only if the transaction created the contract directly.
  const match = way === "A" ? "exact_match" : null;
  const deployed = {
    chainId: RECORDED_CHAIN_ID,
    address,
    runtime: codes.runtime,
    creation: match === null ? null : `${codes.creation}${ARGUMENT}`,
    transactionHash: RECORDED[way].hash,
    deployer: "0xd7bd511c680f832243f235e01a9b903f7baaa797",
  };
  const body = recordBody(compiled, PATH, "Store", deployed, { creation: match, runtime: "exact_match" });
  const offset = (codes.creation.length - 2) / 2;
  return {
    ...body,
    matchId: COMPLETED_JOB.contract.matchId,
    verifiedAt: justNow(),
    deployment: null,
    ...(match === null
      ? {}
      : {
          creationBytecode: {
            ...(body as { creationBytecode: object }).creationBytecode,
            transformations: [{ type: "insert", reason: "constructorArguments", offset }],
            transformationValues: { constructorArguments: `0x${ARGUMENT}` },
          },
        }),
  };
}

/** A service that verifies every submission under the submitted address. */
async function verificationService(stored: Set<string>, body: (address: string) => object) {
  const submissions: { readonly address: string; readonly body: string }[] = [];
  const server = await serve((request, response, sent = "") => {
    const [, version, kind, chain = "", address = ""] = (request.url ?? "").split(/[/?]/);
    const about = { chainId: String(RECORDED_CHAIN_ID), address };
    if (version !== "v2") return json(404, {})(request, response);
    if (request.method === "POST") {
      submissions.push({ address, body: sent });
      stored.add(address.toLowerCase());
      return json(202, { verificationId: VERIFICATION_ID })(request, response);
    }
    if (kind === "verify" && chain !== "") {
      const last = submissions.at(-1)?.address ?? "";
      const { creationMatch } = body(last) as { creationMatch: string | null };
      const sides = { match: "exact_match", runtimeMatch: "exact_match", creationMatch };
      const stamp = { address: last, verifiedAt: justNow() };
      const contract = { ...COMPLETED_JOB.contract, ...about, ...stamp, ...sides };
      return json(200, { ...COMPLETED_JOB, jobFinishTime: justNow(), contract })(request, response);
    }
    return stored.has(address.toLowerCase())
      ? json(200, body(address))(request, response)
      : json(404, { ...NO_MATCH, ...about })(request, response);
  });
  return { ...server, submissions };
}

export function screenOf(report: Report, isVerbose = false): string {
  return `${stable(renderReport(report, plainStyle, 80, isVerbose))}\n`;
}

export function batchScreenOf(report: Report): string {
  return `${stable(renderBatch(report, plainStyle, 80))}\n`;
}

function stable(text: string): string {
  return text
    .replaceAll(/(127\.0\.0\.1):\d+/g, "$1:5555")
    .replaceAll(/\/\S*\/artifacts/g, "artifacts")
    .replaceAll(/\d+ ms\b|\d+\.\d s\b/g, "… ms");
}
