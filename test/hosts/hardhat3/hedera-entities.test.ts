import { readFile, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { getAddress } from "ethers/address";
import { runLock } from "../../../src/internal/commands/lock.ts";
import { run } from "../../../src/internal/commands/run.ts";
import { LOCK_FILE } from "../../../src/internal/deployments/lock/lock-model.ts";
import { createHardhatHost } from "../../../src/internal/hosts/hardhat3/host.ts";
import { checkContract, verifyContract, verifyDeployments } from "../../../src/verify.ts";
import { only } from "../../helpers/cli.ts";
import { expectGolden } from "../../helpers/golden.ts";
import {
  batchScreenOf,
  type HederaOptions,
  type HederaWorld,
  hederaWorld,
} from "../../helpers/hedera-world.ts";
import { RECORDED } from "../../helpers/recorded-ledger.ts";
import { thrownBy } from "../../helpers/thrown.ts";

const TOKEN = "0x0000000000000000000000000000000000001c85";
const NFT = "0x0000000000000000000000000000000000001c86";
const SCHEDULE = "0x0000000000000000000000000000000000001c87";
const ACCOUNT = "0x2b71f9c4cfc3fe9b0b0feaa8e010e4753b22f197";
const ACCOUNT_NUMBER = "0x0000000000000000000000000000000000001bbf";
const HTS = "0x0000000000000000000000000000000000000167";
/** The contract that the recorded account delegates to. */
const DELEGATE = getAddress(RECORDED.A.address);
const ELSEWHERE = "0x1212121212121212121212121212121212121212";
/** The code from HIP-719, as a relay of 2024 returns it; some relays omit 0x. */
const redirectFor = (address: string): string =>
  `6080604052348015600f57600080fd5b506000610167905077618dc65e${address.slice(2)}600052366000602037600080366018016008845af43d806000803e8160008114605857816000f35b816000fdfea2646970667358221220d8378feed472ba49a0005514ef7087017f707b45fb9bf56bb81bb93ff19a238b64736f6c634300080b0033`;

/** Written after the mirror node's published API; these routes were not recorded. */
const KEY = { _type: "ECDSA_SECP256K1", key: "03af" };
const ANSWERS: Readonly<Record<string, object>> = {
  "/tokens/0.0.7301": { token_id: "0.0.7301", type: "FUNGIBLE_COMMON", name: "Gold", symbol: "GLD" },
  "/tokens/0.0.7302": {
    token_id: "0.0.7302",
    type: "NON_FUNGIBLE_UNIQUE",
    name: "Art\u001b[31m",
    symbol: "",
  },
  "/schedules/0.0.7303": { schedule_id: "0.0.7303", memo: "" },
  [`/accounts/${ACCOUNT}`]: { account: "0.0.7102", key: KEY, evm_address: ACCOUNT },
  [`/accounts/${ACCOUNT_NUMBER}`]: { account: "0.0.7103", key: KEY },
};

const mirror: NonNullable<HederaOptions["mirror"]> = (path) => {
  const [route = ""] = path.toLowerCase().split("?");
  const body = ANSWERS[route];
  return body === undefined ? undefined : { status: 200, body };
};

const LOCKED = [
  { address: RECORDED.A.id, name: "Store" },
  { address: TOKEN, name: "Gold" },
  { address: "0x0000000000000000000000000000000000000168", name: "Rates" },
  { address: ACCOUNT_NUMBER, name: "Treasury" },
];

/** No wait for missing code. */
const AT_ONCE = { retry: { appearAttempts: 1 } };
const KEYED = { account: "0.0.7103", key: { _type: "ED25519", key: "aa" } };

/** Verifies or checks an address without a contract; nothing is ever submitted. */
async function look(
  address: string,
  { action = "verify", ...options }: HederaOptions & { readonly action?: "verify" | "check" } = {},
) {
  await using world = await hederaWorld({ mirror, config: {}, ...options });
  const request = { address, buildInfo: world.buildInfo };
  const report = await (action === "verify"
    ? verifyContract({ ...request, fresh: true }, world.hre)
    : checkContract(request, world.hre));
  assert.isEmpty(world.submissions);
  const { mirrorCalls, relayCalls } = world.ledger;
  return { report, contract: only(report), mirrorCalls, relayCalls };
}

describe("hardhat - Hedera entities that aren't contracts", function () {
  this.timeout(30_000);

  for (const [what, input, code, name] of [
    ["a token by its ID", "0.0.7301", "VC307", 'the Hedera fungible token "Gold" (GLD), 0.0.7301'],
    ["a collection of NFTs", NFT, "VC307", 'the Hedera non-fungible token "Art", 0.0.7302'],
    ["a schedule", SCHEDULE, "VC308", "the Hedera scheduled transaction 0.0.7303"],
    ["a schedule by its ID", "7303", "VC308", "the Hedera scheduled transaction 0.0.7303"],
    ["an account by its address", ACCOUNT, "VC310", "the Hedera account 0.0.7102"],
    ["an account by its ID", "0.0.7103", "VC310", "the Hedera account 0.0.7103"],
    ["a system contract by its ID", "0.0.359", "VC309", "Hedera's system contract for tokens (HTS, 0x167)"],
  ] as const)
    it(`should be identified, and nothing submitted: ${what}`, async () => {
      const { contract, report } = await look(input);
      const { outcome, error } = contract;
      assert.deepEqual([outcome, error?.code, report.exitCode], ["not-deployed", code, 1], error?.message);
      assert.include(error?.message, `${input} is ${name}`);
      assert.isString(error?.next);
    });

  it("should include a system contract in a check too, without reading its code", async () => {
    const { contract, relayCalls, mirrorCalls } = await look(HTS, { action: "check" });
    assert.equal(contract.error?.code, "VC309");
    assert.notInclude(relayCalls, "eth_getCode");
    assert.isEmpty(mirrorCalls);
  });

  it("should include a token by its redirect code, without 0x or in upper case", async () => {
    for (const result of [redirectFor(TOKEN), `0x${redirectFor(TOKEN).toUpperCase()}`]) {
      const relay: HederaOptions["relay"] = (method) => (method === "eth_getCode" ? { result } : undefined);
      const { error } = (await look(TOKEN, { relay })).contract;
      assert.equal(error?.code, "VC307", error?.message);
      assert.include(error?.message, "fungible token");
    }
  });

  it("should include a schedule for which an older relay returns no code", async () => {
    const relay: HederaOptions["relay"] = (method) =>
      method === "eth_getCode" ? { result: "0x" } : undefined;
    const { error } = (await look(SCHEDULE, { relay, config: AT_ONCE })).contract;
    assert.equal(error?.code, "VC308", error?.message);
  });

  it("should be identified without the mirror node", async () => {
    for (const [address, code, name] of [
      [TOKEN, "VC307", "a Hedera token"],
      [SCHEDULE, "VC308", "a scheduled Hedera transaction"],
    ] as const) {
      const { error } = (await look(address, { config: { query: false } })).contract;
      assert.equal(error?.code, code);
      assert.include(error?.message, `is ${name},`);
    }
    const broken = await look(TOKEN, { mirror: () => ({ status: 500 }), config: { retry: { attempts: 1 } } });
    assert.include(broken.contract.error?.message, "is a Hedera token,");
  });

  it("should not include an account without a key, where a contract may still be created", async () => {
    const body = { account: "0.0.7102", key: { _type: "ProtobufEncoded", key: "3200" } };
    const hollow: HederaOptions["mirror"] = (path) =>
      path.toLowerCase().startsWith(`/accounts/${ACCOUNT}`) ? { status: 200, body } : undefined;
    const { error } = (await look(ACCOUNT, { mirror: hollow, config: AT_ONCE })).contract;
    assert.equal(error?.code, "VC301");
    assert.include(JSON.stringify(error?.facts), "the Hedera account 0.0.7102");
  });

  const delegationTo =
    (delegate: string): NonNullable<HederaOptions["relay"]> =>
    (method, [address]) =>
      method === "eth_getCode" && String(address).toLowerCase() === ACCOUNT_NUMBER
        ? { result: `0xef0100${delegate.slice(2).toLowerCase()}` }
        : undefined;
  const delegation = delegationTo(DELEGATE);

  it("should include a delegated account, with the contract that it delegates to", async () => {
    const { outcome, error } = (await look(ACCOUNT_NUMBER, { relay: delegation })).contract;
    assert.deepEqual([outcome, error?.code], ["not-deployed", "VC311"], error?.message);
    assert.include(error?.next, DELEGATE);
  });

  it("should follow a delegated account with --follow-proxy", async () => {
    await using world = await hederaWorld({ mirror, relay: delegation });
    const { buildInfo, hre } = world;
    const request = { address: ACCOUNT_NUMBER, buildInfo, followProxy: true, fresh: true };
    const [account, followed] = (await verifyContract(request, hre)).contracts;
    assert.equal(account?.outcome, "minimal-proxy", account?.error?.message);
    assert.equal(followed?.target.address, DELEGATE);
  });

  const MIXED = [
    { address: RECORDED.A.id, name: "Store" },
    { address: TOKEN, name: "Gold" },
    { address: "0.0.7302", name: "Art" },
    { address: SCHEDULE, name: "Payout" },
    { address: ACCOUNT, name: "Treasury" },
    { address: ACCOUNT_NUMBER, name: "Wallet" },
    { address: HTS, name: "HTS" },
  ];

  const writeManifest = ({ folder }: HederaWorld, contracts: readonly object[]) =>
    folder.write("all.json", { schema: "verify-contract-deployments/1", chainId: 296, contracts });

  async function verifyManifest(world: HederaWorld, contracts: readonly object[]) {
    const { buildInfo, hre } = world;
    return verifyDeployments(
      { deployments: [await writeManifest(world, contracts)], buildInfo, fresh: true },
      hre,
    );
  }

  it("should all be listed in a deployment and skipped, while the contract is verified", async () => {
    await using world = await hederaWorld({ mirror, relay: delegationTo(ELSEWHERE) });
    const report = await verifyManifest(world, MIXED);
    assert.equal(report.exitCode, 0, JSON.stringify(report.contracts.map(({ error }) => error)));
    assert.deepEqual(report.summary.outcomes, { verified: 1, "known-code": 6 });
    const names = report.contracts.slice(1).map(({ knownCode }) => knownCode?.name);
    assert.deepEqual(names, [
      'the Hedera fungible token "Gold" (GLD), 0.0.7301',
      'the Hedera non-fungible token "Art", 0.0.7302',
      "the Hedera scheduled transaction 0.0.7303",
      "the Hedera account 0.0.7102",
      "a delegated account (EIP-7702)",
      "Hedera's system contract for tokens (HTS, 0x167)",
    ]);
    assert.lengthOf(world.submissions, 1);
    expectGolden("hedera/deployment-of-everything.txt", batchScreenOf(report));
  });

  it("should fail if a record says that a contract was created there, because the network was reset", async () => {
    await using world = await hederaWorld({ mirror });
    const report = await verifyManifest(world, [
      { address: TOKEN, name: "Vault", contract: "Store" },
      { address: NFT, name: "Shop", creationTransactionHash: RECORDED.A.hash },
    ]);
    assert.equal(report.exitCode, 1);
    for (const { outcome, error } of report.contracts) {
      assert.deepEqual([outcome, error?.code], ["not-deployed", "VC307"]);
      assert.include(error?.likely ?? "", "reset");
    }
    assert.isEmpty(world.submissions);
  });

  it("should all be in a lock file, which shows if one becomes something else", async () => {
    let tokenCode: string | undefined;
    await using world = await hederaWorld({
      stored: [RECORDED.A.address],
      mirror: (route) => (route.startsWith("/accounts/") ? { status: 200, body: KEYED } : undefined),
      relay: (method, [address]) =>
        method === "eth_getCode" && address.toLowerCase() === LOCKED[1]?.address && tokenCode !== undefined
          ? { result: tokenCode }
          : undefined,
    });
    const targets = [await writeManifest(world, LOCKED)];
    const { buildInfo } = world;
    const host = createHardhatHost(world.hre);

    const { report, written } = await runLock({ targets, buildInfo }, host);
    assert.equal(written?.total, LOCKED.length, JSON.stringify(report.error));
    const file = path.join(world.folder.path, LOCK_FILE);
    const text = await readFile(file, "utf8");
    for (const { name } of LOCKED) assert.include(text, name);

    const again = () => run("checks", { targets, locked: true }, host);
    assert.deepEqual((await again()).summary.outcomes, { "as-locked": LOCKED.length });

    tokenCode = "0x6001";
    assert.deepEqual((await again()).summary.outcomes, { "as-locked": LOCKED.length - 1, drifted: 1 });
    assert.isEmpty(world.submissions);

    await rm(file);
    await symlink(path.join(world.folder.path, "no-such-folder", LOCK_FILE), file);
    // The request is validated before the file is tried.
    await thrownBy(() => runLock({ targets, contract: "Store" } as object, host), "VC106");
    await thrownBy(() => runLock({ targets, buildInfo }, host), "VC715");
  });
});
