import { copyFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { VerifyContractError } from "../../src/internal/errors/problem.ts";
import { loadCompiler } from "../../src/internal/solidity/compilers/compiler-cache.ts";
import { startLocalServices } from "../../src/local.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import { heldFor } from "../helpers/held-for.ts";
import { submission, verify } from "../helpers/local/client.ts";
import { creationCode, deploy } from "../helpers/local/contracts.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { startNode } from "../helpers/running-process.ts";
import { hangingExecutable, untilEnded } from "../helpers/solidity/faulty-compiler.ts";

const SOLC = createRequire(import.meta.url).resolve("solc");
const OTHER_VERSION = "0.8.99+commit.0123abcd";

/** An executable compiler with a version that no package has. */
const EXECUTABLE = `#!${process.execPath}
const { readFileSync } = require("node:fs");
if (process.argv.includes("--version")) console.log("Version: ${OTHER_VERSION}.Linux.g++");
else process.stdout.write(require(${JSON.stringify(SOLC)}).compile(readFileSync(0, "utf8")));
`;

describe("local - compilers", function () {
  this.timeout(60_000);
  const folder = heldFor(() => temporaryFolder());
  const chain = heldFor(() => startDevelopmentChain());

  it("should load a soljson.js, even inside an ES module package", async () => {
    await folder.write("package.json", { type: "module" });
    const path = join(folder.path, "soljson.js");
    await copyFile(join(SOLC, "../soljson.js"), path);
    const compiler = await loadCompiler({ path });
    assert.equal(compiler.longVersion, "0.8.28+commit.7893614a");
    assert.isTrue(compiler.isEmscripten);
  });

  it("should verify with an executable next to the installed package", async () => {
    const path = join(folder.path, "solc.cjs");
    await writeFile(path, EXECUTABLE, { mode: 0o755 });
    await using services = await startLocalServices({ chain, compilers: [{ path, version: "0.8.99" }] });
    const { address } = await deploy(chain, creationCode("Box"));
    const job = await verify(
      services.verification.url,
      address,
      submission("Box", { compilerVersion: `v${OTHER_VERSION}` }),
    );
    assert.equal(job.contract.match, "exact_match");
    const { address: other } = await deploy(chain, creationCode("Box"));
    const installed = await verify(services.verification.url, other, submission("Box"));
    assert.equal(installed.contract.match, "exact_match");
  });

  it("should end an executable together with its worker", async () => {
    await using own = await temporaryFolder();
    const compiler = await hangingExecutable(own);
    // On a busy machine, a short time limit can pass before the compiler has started.
    for (let limitMs = 1_000; (await compiler.pids()).length === 0; limitMs *= 2) {
      await using services = await startLocalServices({
        chain,
        compilers: [{ path: compiler.path }],
        compileTimeLimitMs: limitMs,
      });
      const { address } = await deploy(chain, creationCode("Box"));
      const { error } = await verify(services.verification.url, address, submission("Box"));
      assert.match(error.errorData.compilerErrorMessage, /took longer/);
      const [pid] = await compiler.pids();
      if (pid !== undefined) await untilEnded(pid);
    }
  });

  it("should name a compiler that can't be loaded in the job's error", async () => {
    const path = await folder.write("nothing.js", "module.exports = {};");
    await using services = await startLocalServices({ chain, compilers: [{ path }] });
    const { address } = await deploy(chain, creationCode("Box"));
    const body = submission("Box", { compilerVersion: OTHER_VERSION });
    const { error } = await verify(services.verification.url, address, body);
    assert.equal(error.customCode, "compiler_error");
    assert.include(error.errorData.compilerErrorMessage, path);
  });

  it("should reject a missing compiler before anything starts", async () => {
    const options = { chain, compilers: [{ path: join(folder.path, "gone") }] };
    const error = await startLocalServices(options).catch((reason: unknown) => reason);
    assert(error instanceof Error && !(error instanceof VerifyContractError));
    assert.include(error.message, "gone");
  });

  const judge = { name: "@ethereum-sourcify/lib-sourcify", range: "~3.4.0" };
  const solc = { name: "solc", range: ">=0.8.0" };
  for (const missing of [[judge], [judge, solc]]) {
    const names = missing.map(({ name }) => name);
    it(`should say in one command how to install only what is missing: ${names.join(", ")}`, async () => {
      const script = fileURLToPath(new URL("../helpers/local/start-without-peer.ts", import.meta.url));
      const { stdout } = await startNode([script, ...names], process.cwd(), process.env).ended;
      const { code, message, next } = JSON.parse(stdout);
      assert.equal(code, "VC901");
      assert.include(message, names.join(" and "));
      const wanted = missing.map(({ name, range }) => `"${name}@${range}"`).join(" ");
      assert.equal(next, `npm install --save-dev ${wanted}`);
    });
  }
});
