import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { flagOf, optionsOf } from "../../src/internal/domain/options.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { caseFolder, factsOf } from "../helpers/deployments/fixtures.ts";
import { expectGolden } from "../helpers/golden.ts";
import { heldFor } from "../helpers/held-for.ts";
import { plain, plainJson } from "../helpers/plain-cli.ts";
import { RecordingProxy } from "../helpers/recording-proxy.ts";
import { replayDeployments } from "../helpers/replay-deployments.ts";
import { privateWorld } from "../helpers/world.ts";

const CASE = "foundry-libraries";

const SOURCES = fileURLToPath(new URL("../build-fixtures/sources/", import.meta.url));

/** Every variable that might name a service; each URL says which one led there. */
function trapEnv(url: string): string {
  const names = ["VERIFICATION", "QUERY", "STATUS"].map((service) => `VERIFY_CONTRACT_${service}_URL`);
  const ofOthers = [
    "VERIFIER_URL",
    "FOUNDRY_VERIFIER_URL",
    "DAPP_VERIFIER_URL",
    "SOURCIFY_URL",
    "ETHERSCAN_API_URL",
  ];
  const proxies = ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"];
  return [
    ...[...names, ...ofOthers, ...proxies].map((name) => `${name}=${url}/env/${name}`),
    `FOUNDRY_ETHERSCAN={ testnet = { key = "k", url = "${url}/env/etherscan" } }`,
    "VERIFIER=custom",
    "",
  ].join("\n");
}

/** The same for foundry.toml: top level, profile and tables. */
function trapToml(url: string): Readonly<Record<"top" | "keys" | "tables", string>> {
  const keys = (where: string) =>
    ["verifier_url", "sourcify_url", "etherscan_url", "verification_url"]
      .map((key) => `${key} = "${url}/${where}/${key}"`)
      .join("\n");
  const tables = ["verification", "verify_contract", "verify-contract", "verifyContract", "sourcify"]
    .map((name) => `[${name}]\nurl = "${url}/${name}"\nverification = { url = "${url}/${name}/nested" }`)
    .join("\n");
  const etherscan = `[etherscan]\ntestnet = { key = "k", url = "${url}/etherscan", chain = 31337 }`;
  return { top: keys("top"), keys: keys("profile"), tables: `\n${tables}\n${etherscan}\n` };
}

describe("e2e - the plain command line, in a Foundry project without Hardhat", () => {
  const world = heldFor(() => privateWorld());
  const project = heldFor(() => temporaryFolder());
  let ledger: string;

  before(async () => {
    await replayDeployments(world.chain, CASE);
    await cp(caseFolder(CASE), project.path, { recursive: true });
    await cp(path.join(SOURCES, "contracts"), path.join(project.path, "contracts"), { recursive: true });
    const toml = await readFile(path.join(project.path, "foundry.toml"), "utf8");
    await writeFile(
      path.join(project.path, "foundry.toml"),
      `${toml}\n[rpc_endpoints]\ntestnet = "\${TESTNET_RPC_URL}"\n`,
    );
    await project.write("verify-contract.config.json", {
      ...world.config,
      status: { url: world.services.status.url },
    });
    await mkdir(path.join(project.path, ".git"));
    ledger = factsOf(CASE).find(({ name }) => name.endsWith(":Ledger"))?.address ?? "";
  });
  beforeEach(() => world.reset());

  it("should never take a service from a checkout's .env or foundry.toml, nor a global one", async () => {
    await using other = await temporaryFolder();
    await using home = await temporaryFolder();
    await using trap = await RecordingProxy.before("http://127.0.0.1:1");
    await cp(project.path, other.path, { recursive: true });
    await writeFile(
      path.join(other.path, ".env"),
      `TESTNET_RPC_URL=${world.chain.rpcUrl}\n${trapEnv(trap.url)}`,
    );
    const toml = await readFile(path.join(other.path, "foundry.toml"), "utf8");
    const withTraps = trapToml(trap.url);
    await writeFile(
      path.join(other.path, "foundry.toml"),
      toml.replace(
        "[profile.default]",
        `${withTraps.top}\n[profile.default]\nextends = "base.toml"\n${withTraps.keys}`,
      ) + withTraps.tables,
    );
    for (const file of [path.join(other.path, "base.toml"), path.join(home.path, ".foundry/foundry.toml")]) {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, `${withTraps.top}\n[profile.default]\n${withTraps.keys}\n${withTraps.tables}`);
    }
    const own = { HOME: home.path, USERPROFILE: home.path };
    // Our own configuration file takes precedence over the checkout's files.
    for (const words of [
      [ledger, "--rpc-url", "testnet", "--force"],
      ["deployments", "--rpc-url", "testnet"],
      ["status", "--rpc-url", "testnet"],
    ]) {
      const { exitCode, stdout, stderr } = await plain(other.path, words, own);
      assert.equal(exitCode, 0, stdout + stderr);
    }
    assert.isNotEmpty(world.verification.requests);
    assert.isEmpty(trap.requests);

    // Without one, a development chain has no service at all.
    world.reset();
    await other.write("verify-contract.config.json", {});
    const words = [ledger, "--rpc-url", "testnet", "--force"];
    const refused = await plainJson(other.path, words, own);
    assert.equal(refused.exitCode, 2);
    assert.include(refused.stderr, "VC109");
    assert.match(refused.stderr, /Try: npx hardhat-verify-contract \S+ --rpc-url testnet --force .*--local/);
    assert.match(refused.stderr, /VERIFY_CONTRACT_VERIFICATION_URL in \.env is ignored/);
    const { exitCode } = await plain(other.path, ["status", "--rpc-url", "testnet"], own);
    assert.equal(exitCode, 2);
    assert.isEmpty([...world.verification.requests, ...trap.requests]);

    const url = world.verification.url;
    const sent = await plainJson(other.path, words, { ...own, VERIFY_CONTRACT_VERIFICATION_URL: url });
    assert.equal(sent.exitCode, 0, sent.stderr);
    assert.isNotEmpty(world.verification.requests);
    world.reset();
    const byFlag = await plainJson(other.path, [...words, "--verifier-url", url], own);
    assert.equal(byFlag.exitCode, 0, byFlag.stderr);
    assert.isNotEmpty(world.verification.requests);
    assert.isEmpty(trap.requests);
  });

  it("should send a node the auth of its alias, and show it nowhere", async () => {
    await using node = await RecordingProxy.before(world.chain.rpcUrl);
    await using other = await temporaryFolder();
    await cp(project.path, other.path, { recursive: true });
    const toml = await readFile(path.join(other.path, "foundry.toml"), "utf8");
    await writeFile(
      path.join(other.path, "foundry.toml"),
      `${toml}keyed = { endpoint = "${node.url}", retries = 3, auth = "Bearer \${NODE_KEY}" }\n`,
    );
    const key = "c4n4ry-of-the-node";
    const words = ["--rpc-url", "keyed", "--verbose", "--rpc-headers", `X-Other: ${key}-2`];
    const run = await plain(other.path, [ledger, ...words], { NODE_KEY: key });
    assert.equal(run.exitCode, 0, run.stderr);
    assert.isNotEmpty(node.requests);
    for (const { headers } of node.requests)
      assert.deepEqual([headers.authorization, headers["x-other"]], [`Bearer ${key}`, `${key}-2`]);
    assert.notInclude(run.stdout + run.stderr, "c4n4ry");
  });

  it("should name the Node version that it needs, and do nothing else in an older one", async () => {
    const old =
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } })';
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(old)}`;
    const { exitCode, stdout, stderr } = await plain(project.path, [ledger], { NODE_OPTIONS });
    assert.equal(exitCode, 2, stderr);
    assert.equal(stdout, "");
    assert.match(stderr, /^hardhat-verify-contract needs Node 22\.13 or newer; this is \S+\.\n$/);
  });

  for (const [name, words] of [
    ["headers for several nodes", ["deployments", "--all-networks", "--rpc-headers", "a: b"]],
    ["a folder that is not there", ["deployments", "--root", "nope", "--rpc-url", "localhost"]],
  ] as const)
    it(`should end with 2 for ${name}: VC106`, async () => {
      const { exitCode, stdout, stderr } = await plain(project.path, words);
      assert.deepEqual([exitCode, stdout], [2, ""]);
      assert.match(stderr, /^VC106 /m);
      assert.isEmpty(world.verification.requests);
    });
});

describe("e2e - help of the plain command line", () => {
  it("should show every option and the version", async () => {
    await using folder = await temporaryFolder();
    const { exitCode, stdout, stderr } = await plain(folder.path, ["help"]);
    assert.deepEqual([exitCode, stderr], [0, ""]);
    for (const { name } of optionsOf("verify")) assert.include(stdout, flagOf(name));
    expectGolden("plain/help-verify.txt", stdout);
    const version = await plain(folder.path, ["--version"]);
    assert.equal(version.exitCode, 0);
    assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  });
});
