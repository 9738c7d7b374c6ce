import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { type LocalServices, startLocalServices } from "../../src/local.ts";
import { VerificationService } from "../../src/services.ts";
import * as shapes from "../helpers/conformance/shapes.ts";
import { get, jobEnd, post, submission, verify } from "../helpers/local/client.ts";
import { creationCode, deploy } from "../helpers/local/contracts.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";

/** Longer than a busy machine takes to see that a job has ended. */
const AFTER_MS = 1_500;
const ETHERSCAN = {
  verificationId: "jvs5kb7ghzvvufy7gdpfnsxjcgz6ieyu8e1azc5bw9g1gzdkpr",
  statusUrl: "https://api.etherscan.io/v2/api?module=contract&action=checkverifystatus&chainid=31337",
  explorerUrl: "https://etherscan.io/address/0x1",
  contractApiUrl: "https://api.etherscan.io/v2/api?module=contract&action=getabi&chainid=31337",
};

describe("local - forwarded verifications", function () {
  this.timeout(60_000);
  let chain: DevelopmentChain;
  let services: LocalServices;
  let url: string;

  before(async () => {
    chain = await startDevelopmentChain();
    services = await startLocalServices({
      chain: { rpcUrl: chain.rpcUrl },
      forwarding: [
        { to: "etherscan", afterMs: AFTER_MS, answer: ETHERSCAN },
        { to: "blockscout", afterMs: AFTER_MS, answer: { verificationId: "VERIFIER_ALREADY_VERIFIED" } },
        { to: "routescan", afterMs: AFTER_MS + 100, answer: { error: "daily limit reached" } },
      ],
    });
    url = services.verification.url;
  });
  after(async () => {
    await services.close();
    await chain.close();
  });

  it("should report other services' answers only after the job's end, one after the other", async () => {
    const { address } = await deploy(chain, creationCode("Box"));
    const { body } = await post(`${url}/v2/verify/31337/${address}`, submission("Box"));
    const ended = shapes.matchedJob.parse(await jobEnd(url, body.verificationId));
    assert.notProperty(ended, "externalVerifications");
    await sleep(AFTER_MS + 300);
    const { body: later } = await get(`${url}/v2/verify/${body.verificationId}`);
    const { externalVerifications, ...rest } = shapes.forwardedJob.parse(later);
    assert.deepEqual(rest, ended);
    assert.deepEqual(externalVerifications, {
      etherscan: ETHERSCAN,
      blockscout: { verificationId: "VERIFIER_ALREADY_VERIFIED" },
      routescan: { error: "daily limit reached" },
    });
    const job = await new VerificationService({ url }).job(body.verificationId);
    assert.deepEqual(job.state === "matched" && job.forwarded?.map(({ to, state }) => `${to} ${state}`), [
      "etherscan accepted",
      "blockscout already-verified",
      "routescan not-accepted",
    ]);
  });

  it("should report nothing for a failed job", async () => {
    const { address } = await deploy(chain, creationCode("Box"));
    const job = await verify(url, address, submission("Crate"));
    await sleep(AFTER_MS + 300);
    const { body } = await get(`${url}/v2/verify/${job.verificationId}`);
    shapes.failedJob.parse(body);
  });
});
