import { assert } from "chai";
import { getAddress } from "ethers";
import { startLocalServices } from "../../src/local.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { heldFor } from "../helpers/held-for.ts";
import { get, jobEnd, post, submission, verify } from "../helpers/local/client.ts";
import { creationCode, deploy, INPUT } from "../helpers/local/contracts.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { KEPT_COMPILER } from "../helpers/solc.ts";
import { compilingPid, faultySoljson } from "../helpers/solidity/faulty-compiler.ts";

/** keccak256("eip1967.proxy.implementation") - 1 */
const IMPLEMENTATION_SLOT = "360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";

describe("local - verification service", function () {
  this.timeout(60_000);
  const chain = heldFor(() => startDevelopmentChain());
  const services = heldFor(() => startLocalServices({ chain, compilers: [KEPT_COMPILER] }));
  let url: string;
  const box = () => deploy(chain, creationCode("Box"));
  const record = (address: string, query = "") => get(`${url}/v2/contract/31337/${address}${query}`);

  before(async () => {
    url = services.verification.url;
  });

  describe("jobs", () => {
    it("should be answered during the compilation", async () => {
      await using folder = await temporaryFolder();
      const release = `${folder.path}/release`;
      // The compiling thread is busy until then: if it were this one, no request would be answered.
      const compiler = await faultySoljson(folder, { kind: "waits", release });
      await using own = await startLocalServices({ chain, compilers: [{ path: compiler.path }] });
      const { address } = await box();
      const { body } = await post(`${own.verification.url}/v2/verify/31337/${address}`, submission("Box"));
      await compilingPid(compiler);
      for (let question = 0; question < 20; question++) {
        const job = await get(`${own.verification.url}/v2/verify/${body.verificationId}`);
        assert.isFalse(job.body.isJobCompleted);
      }
      await folder.write("release", "");
      const { contract } = await jobEnd(own.verification.url, body.verificationId);
      assert.equal(contract.match, "exact_match");
    });

    it("should reject a second submission during the first, in any letter case of the address", async () => {
      const { address } = await box();
      const first = await post(`${url}/v2/verify/31337/${address}`, submission("Box"));
      const second = await post(`${url}/v2/verify/31337/${getAddress(address)}`, submission("Box"));
      assert.deepEqual([first.status, second.status], [202, 429]);
      assert.equal(second.body.customCode, "duplicate_verification_request");
      assert.notInclude(JSON.stringify(second.body), first.body.verificationId);
      assert.equal((await jobEnd(url, first.body.verificationId)).contract.match, "exact_match");
      const third = await post(`${url}/v2/verify/31337/${address}`, submission("Box"));
      assert.equal(third.status, 409);
      assert.equal(third.body.customCode, "already_verified");
    });
  });

  describe("results", () => {
    it("should include the creation transaction if none is named", async () => {
      const { address, transactionHash } = await box();
      await chain.request("hardhat_mine", "0x40");
      const { contract } = await verify(url, address, submission("Box"));
      assert.equal(contract.creationMatch, "exact_match");
      assert.equal(
        (await record(address, "?fields=deployment")).body.deployment.transactionHash,
        transactionHash,
      );
    });

    it("should share a compilation between contracts with equal code: the first submission wins", async () => {
      const none = { ...INPUT.settings, metadata: { bytecodeHash: "none" } };
      const first = { ...INPUT, settings: none };
      const moved = { ...first, sources: { "moved/All.sol": { content: sourceOf(first) } } };
      const one = await deploy(chain, creationCode("Crate", first));
      const two = await deploy(chain, creationCode("Crate", first));
      await verify(url, one.address, submission("Crate", { stdJsonInput: first }));
      const other = { stdJsonInput: moved, contractIdentifier: "moved/All.sol:Crate" };
      assert.equal((await verify(url, two.address, submission("Crate", other))).contract.match, "match");
      for (const { address } of [one, two]) {
        const { compilation, sources } = (await record(address, "?fields=compilation,sources")).body;
        assert.equal(compilation.fullyQualifiedName, "contracts/All.sol:Crate");
        assert.sameMembers(Object.keys(sources), ["contracts/All.sol", "moved/All.sol"]);
      }
    });

    it("should list events and errors among the signatures, and resolve an EIP-1967 proxy", async () => {
      const implementation = await box();
      const target = implementation.address.slice(2).padStart(64, "0");
      const { address } = await deploy(chain, `${creationCode("Pointer")}${IMPLEMENTATION_SLOT}${target}`);
      await verify(url, address, submission("Pointer"));
      const { signatures, proxyResolution } = (await record(address, "?fields=signatures,proxyResolution"))
        .body;
      assert.deepEqual(
        [signatures.event[0].signature, signatures.error[0].signature],
        ["Moved(address,uint256)", "Refused(uint256)"],
      );
      assert.deepEqual(proxyResolution, {
        isProxy: true,
        proxyType: "EIP1967Proxy",
        implementations: [{ address: getAddress(implementation.address) }],
      });
    });
  });

  describe("requests from explorers", () => {
    it("should return the health, the version and the supported chain", async () => {
      assert.deepEqual(await get(`${url}/health`), { status: 200, body: "Alive and kicking!" });
      assert.equal((await get(`${url}/version`)).body.name, "hardhat-verify-contract");
      const { body } = await get(`${url}/chains`);
      assert.deepEqual(body, [
        {
          name: "Development chain 31337",
          title: "Development chain 31337",
          chainId: 31337,
          rpc: [chain.rpcUrl],
          traceSupportedRPCs: [],
          supported: true,
          etherscanAPI: false,
        },
      ]);
    });

    it("should list the verified contracts, page by page", async () => {
      const deployed = [await box(), await box(), await box()];
      for (const { address } of deployed) await verify(url, address, submission("Box"));
      const [first, second, third] = deployed.map(({ address }) => getAddress(address));
      const page = async (query: string) => {
        const { status, body } = await get(`${url}/v2/contracts/31337${query}`);
        assert.equal(status, 200);
        return body.results as { address: string; matchId: string }[];
      };
      const all = await page("");
      const addresses = all.map(({ address }) => address);
      assert.deepEqual(addresses.slice(0, 3), [third, second, first]);
      assert.deepEqual(all[0], (await record(third ?? "")).body);
      const [oldest] = await page("?sort=asc&limit=1");
      assert.deepEqual(oldest, all.at(-1));
      const [next, ...others] = await page(`?sort=asc&limit=1&afterMatchId=${all[2]?.matchId}`);
      assert.deepEqual([next?.address, others], [second, []]);
      assert.deepEqual(await page(`?afterMatchId=${oldest?.matchId}`), []);
    });

    for (const [path, customCode] of [
      ["/v2/contracts/1", "unsupported_chain"],
      [`/v2/contract/31337/0x${"11".repeat(20)}?colour=red`, "invalid_parameter"],
      ["/v2/verify/00000000-0000-4000-8000-000000000000?colour=red", "invalid_parameter"],
      ["/repo-ui/1/0x", "invalid_parameter"],
    ] as const)
      it(`should be rejected: ${path}`, async () => {
        const { status, body } = await get(`${url}${path}`);
        assert.equal(status, 400);
        assert.equal(body.customCode, customCode);
      });

    it("should show a verified contract as an HTML page, escaped and without scripts", async () => {
      const path = 'contracts/<img src=x onerror="alert(1)">.sol';
      const content = `${sourceOf(INPUT)}// </pre><script>alert(1)</script>\n`;
      const hostile = { ...INPUT, sources: { [path]: { content } } };
      const { address } = await deploy(chain, creationCode("Box", hostile));
      const body = submission("Box", { stdJsonInput: hostile, contractIdentifier: `${path}:Box` });
      assert.equal((await verify(url, address, body)).contract.match, "exact_match");
      const { status, body: page } = await get(`${url}/repo-ui/31337/${address}`);
      assert.equal(status, 200);
      assert.include(page, "default-src 'none'");
      assert.include(page, getAddress(address));
      assert.include(page, "&lt;/pre&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
      assert.notMatch(page, /<script|<img/);
      const none = await get(`${url}/repo-ui/31337/0x${"11".repeat(20)}`);
      assert.deepEqual([none.status, none.body.includes("Not verified")], [404, true]);
    });
  });

  describe("failures", () => {
    const cases = [
      ["a compiler version without its commit", { compilerVersion: "0.8.28" }, "compiler_error"],
      ["another language", { stdJsonInput: { ...INPUT, language: "Vyper" } }, "invalid_language"],
      ["an abstract contract", { contractIdentifier: "contracts/All.sol:Idea" }, "compiled_bytecode_is_zero"],
    ] as const;
    for (const [what, change, customCode] of cases) {
      it(`should end the job with ${customCode} for ${what}`, async () => {
        const { address } = await box();
        const { error, contract } = await verify(url, address, submission("Box", change));
        assert.equal(error.customCode, customCode);
        assert.isNull(contract.match);
        assert.equal((await record(address)).status, 404);
      });
    }

    it("should not look like a failed download if a compiler is missing", async () => {
      const { address } = await box();
      const body = submission("Box", { compilerVersion: "0.8.1+commit.df193b15" });
      const { errorData } = (await verify(url, address, body)).error;
      assert.match(errorData.compilerErrorMessage, /^No compiler 0\.8\.1\+commit\.df193b15 is configured/);
      assert.match(errorData.compilerErrorMessage, /Available: .*\b0\.8\.28[,.] /);
      assert.match(errorData.compilerErrorMessage, /start the local services again\.$/);
    });

    it("should end the job with cannot_fetch_bytecode if the chain is gone", async () => {
      const gone = await startDevelopmentChain();
      await using orphan = await startLocalServices({
        chain: { rpcUrl: gone.rpcUrl },
        compilers: [KEPT_COMPILER],
      });
      await gone.close();
      const address = `0x${"12".repeat(20)}`;
      const { error } = await verify(orphan.verification.url, address, submission("Box"));
      assert.equal(error.customCode, "cannot_fetch_bytecode");
    });
  });
});

function sourceOf(input: typeof INPUT): string {
  return input.sources["contracts/All.sol"]?.content ?? "";
}
