import { readFile } from "node:fs/promises";
import { assert } from "chai";
import { check } from "../../src/internal/commands/contracts.ts";
import { flagOf } from "../../src/internal/domain/options.ts";
import { createHardhatHost } from "../../src/internal/hosts/hardhat3/host.ts";
import {
  type CheckContractsRequest,
  checkContracts,
  type VerifyDeploymentsRequest,
  verifyContract,
  verifyDeployments,
} from "../../src/verify.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { argumentDefaults } from "../helpers/commands/argument-defaults.ts";
import { connectionThat, fakeHre } from "../helpers/commands/fake-hre.ts";
import { ADDRESS } from "../helpers/services/quick.ts";
import { thrownBy } from "../helpers/thrown.ts";

const SCHEMA = "verify-contract-deployments/1";
const SERVICE = { url: "http://127.0.0.1:9" };
/** Answers every request with a chain id. */
const connection = connectionThat(async () => "0x7a69");
const silent = connectionThat(async () => assert.fail("the node was asked"));

async function refused(request: VerifyDeploymentsRequest, manifest: object = {}): Promise<string> {
  await using folder = await temporaryFolder();
  await folder.write("deployments.json", { schema: SCHEMA, ...manifest });
  const hre = fakeHre(folder.path, { verification: SERVICE, query: false });
  const named = { deployments: [`${folder.path}/deployments.json`], connection, ...request };
  return (await thrownBy(() => verifyDeployments(named, hre))).code;
}

describe("hardhat - a run over deployments", () => {
  it("should refuse wrong use before it sends a request", async () => {
    for (const [code, request] of [
      ["VC106", { shard: "4/3" }],
      ["VC106", { minMatch: "perfect" as "match" }],
      ["VC106", { address: ADDRESS } as VerifyDeploymentsRequest],
      ["VC106", { deployments: "all" as unknown as string[] }],
      ["VC112", { force: true, dryRun: true }],
      ["VC112", { local: true, explorer: ["blockscout"] }],
      ["VC106", { local: true, explorer: ["blockscout"], timeout: -1 }],
      ["VC101", null as unknown as VerifyDeploymentsRequest],
    ] as const) {
      const all = request === null ? request : { connection: silent, ...request };
      const hre = fakeHre("/nowhere", { verification: SERVICE });
      assert.equal((await thrownBy(() => verifyDeployments(all, hre))).code, code, JSON.stringify(request));
    }
  });

  it("should correct a required name, and keep the others", async () => {
    const request = { connection: silent, require: ["explorer", "metadatahash"] };
    const error = await thrownBy(() => verifyDeployments(request, fakeHre("/nowhere", {})));
    assert.equal(error.problem.next, "--require explorer,metadata-hash");
  });

  it("should suggest a network for --all-networks only if that helps: VC119", async () => {
    for (const [chainId, expected] of [
      [296, /^configure a network for one of these chains, with its chain id, in /],
      [31337, /^choose the network with --network$/],
      [undefined, /^pass an address, or the path of a deployment or a manifest$/],
    ] as const) {
      await using folder = await temporaryFolder();
      const manifest = { schema: SCHEMA, chainId, contracts: [{ address: ADDRESS }] };
      const named = chainId === undefined ? [] : [await folder.write("deployments.json", manifest)];
      const hre = fakeHre(folder.path, { verification: SERVICE });
      const request = { allNetworks: true, deployments: named };
      const error = await thrownBy(() => verifyDeployments(request, hre), "VC119");
      assert.match(error.problem.next ?? "", expected);
      assert.equal(error.problem.likely !== undefined, chainId === 31337);
    }
  });

  it("should say which of two contradicting options to omit, but report an invalid address first", async () => {
    const of = (request: object, call: typeof verifyDeployments | typeof verifyContract) => {
      const contradicting = { connection, force: true, dryRun: true, ...request } as never;
      return thrownBy(() => call(contradicting, fakeHre("/nowhere", {})));
    };
    assert.match((await of({}, verifyDeployments)).problem.next ?? "", /leave out --/);
    assert.equal((await of({ address: ADDRESS }, verifyContract)).code, "VC112");
    assert.equal((await of({ address: "0x12" }, verifyContract)).code, "VC102");
  });

  it("should refuse another chain's manifest, a project without deployments, and an unknown name", async () => {
    const contracts = [{ address: ADDRESS }];
    assert.equal(await refused({}, { chainId: 296, contracts }), "VC702");
    assert.equal(await refused({ deployments: [] }), "VC701");
    assert.equal(await refused({ deployments: ["chain-1"] }), "VC703");
  });

  it("should refuse a broadcast of failed transactions if the chain has no code at its addresses", async () => {
    await using folder = await temporaryFolder();
    const transactionHash = `0x${"1".repeat(64)}`;
    const created = { hash: transactionHash, transactionType: "CREATE", contractAddress: ADDRESS };
    const receipts = [{ transactionHash, contractAddress: ADDRESS, status: "0x0" }];
    const broadcast = { chain: 31337, transactions: [created], receipts };
    const file = await folder.write("broadcast/D.s.sol/31337/run-latest.json", broadcast);
    const config = { verification: SERVICE, query: false } as const;
    const gone = connectionThat(async (method) => (method === "eth_getCode" ? "0x" : "0x7a69"));
    for (const [code, request] of [
      ["VC704", { deployments: [file] }],
      ["VC701", {}],
      ["VC701", { shard: "2/2" }],
    ] as const) {
      const hre = fakeHre(folder.path, config);
      const refusal = await thrownBy(() => verifyDeployments({ ...request, connection: gone }, hre), code);
      assert.include(JSON.stringify(refusal.problem), "its transaction failed");
    }
  });

  it("should convert a project's own list of addresses into a manifest once, and read the manifest", async () => {
    await using folder = await temporaryFolder();
    const list = await folder.write("addresses.json", { Vault: ADDRESS });
    const hre = fakeHre(folder.path, { verification: SERVICE, query: false });
    const writeManifest = `${folder.path}/all.json`;
    const request = { deployments: [list], connection, dryRun: true };
    await thrownBy(() => verifyDeployments(request, hre), "VC704");
    // Without a build, after the manifest was read.
    await thrownBy(() => verifyDeployments({ ...request, writeManifest }, hre), "VC201");
    const written = { schema: SCHEMA, contracts: [{ name: "Vault", address: ADDRESS }] };
    assert.deepEqual(JSON.parse(await readFile(writeManifest, "utf8")), written);
    await thrownBy(() => verifyDeployments({ ...request, writeManifest }, hre), "VC801");
    const known = { ...request, deployments: [writeManifest], writeManifest: `${folder.path}/other.json` };
    await thrownBy(() => verifyDeployments(known, hre), "VC106");
  });
});

async function checkRefused(request: CheckContractsRequest, asked = silent): Promise<string> {
  await using folder = await temporaryFolder();
  const hre = fakeHre(folder.path, { verification: SERVICE, query: false }, asked);
  return (await thrownBy(() => checkContracts(request, hre))).code;
}

describe("check - several contracts", () => {
  it("should refuse wrong use before it sends a request", async () => {
    for (const [code, request] of [
      ["VC101", null as unknown as CheckContractsRequest],
      ["VC101", { targets: [ADDRESS, ""] }],
      ["VC102", { targets: ["0x1234"] }],
      ["VC103", { targets: ["0x5FbDB2315678afecb367f032d93F642f64180aA3"] }],
      ["VC106", { targets: ADDRESS as unknown as string[] }],
      ["VC106", { contract: "Vault" } as CheckContractsRequest],
      ["VC115", { require: ["recompiled-here"] }],
    ] as const)
      assert.equal(await checkRefused(request), code, JSON.stringify(request));
  });

  it("should refuse an id that no query service can resolve, and an unknown target", async () => {
    assert.equal(await checkRefused({ targets: [ADDRESS, "0.0.1234"] }, connection), "VC104");
    assert.equal(await checkRefused({ targets: ["chain-1"] }, connection), "VC703");
    assert.equal(await checkRefused({}, connection), "VC701");
  });

  it("should refuse options for a single contract with several targets", async () => {
    for (const [option, value] of [
      ["contract", "Vault"],
      ["creationTxHash", `0x${"1".repeat(64)}`],
      ["stdJsonInput", "input.json"],
      ["compilerVersion", "0.8.28+commit.7893614a"],
    ] as const) {
      const args = { ...argumentDefaults("check"), targets: [ADDRESS, ADDRESS], [option]: value };
      const host = createHardhatHost(fakeHre("/nowhere", { verification: SERVICE }, silent));
      const nothing = { write: () => true } as unknown as NodeJS.WriteStream;
      const screens = { stdout: nothing, stderr: nothing };
      const { signal } = new AbortController();
      const error = await thrownBy(() => check(args, host, screens, signal), "VC118");
      const options = [[flagOf(option), value]] as const;
      const line = { command: "check", targets: [], globals: [], options };
      const { next = "" } = error.for({ words: host.words, line }).problem;
      assert.match(next, /one contract by its address.*contract check$/);
    }
  });
});
