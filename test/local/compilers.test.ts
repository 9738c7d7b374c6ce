import { writeFile } from "node:fs/promises";
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
import { KEPT_COMPILER } from "../helpers/solc.ts";

/** A soljson.js that only knows its version. */
const SOLJSON = `const functions = { solidity_version: () => "0.8.28+commit.7893614a" };
module.exports = { _solidity_version() {}, _solidity_compile() {}, cwrap: (name) => functions[name] };`;
const OTHER_VERSION = "0.8.99+commit.0123abcd";

/** An executable compiler with a version that no package has. */
const EXECUTABLE = `#!${process.execPath}
const { readFileSync } = require("node:fs");
if (process.argv.includes("--version")) console.log("Version: ${OTHER_VERSION}.Linux.g++");
else process.stdout.write(require(${JSON.stringify(KEPT_COMPILER.path)})._solidity_compile(readFileSync(0, "utf8")));
`;

describe("local - compilers", function () {
  this.timeout(60_000);
  const folder = heldFor(() => temporaryFolder());
  const chain = heldFor(() => startDevelopmentChain());

  it("should load a soljson.js, even inside an ES module package", async () => {
    await folder.write("package.json", { type: "module" });
    const path = await folder.write("soljson.js", SOLJSON);
    const compiler = await loadCompiler({ path });
    assert.equal(compiler.longVersion, "0.8.28+commit.7893614a");
    assert.isTrue(compiler.isEmscripten);
  });

  describe("given ones", () => {
    let broken: string;
    const services = heldFor(async () => {
      const path = join(folder.path, "solc.cjs");
      await writeFile(path, EXECUTABLE, { mode: 0o755 });
      broken = await folder.write("nothing.js", "module.exports = {};");
      return startLocalServices({ chain, compilers: [{ path, version: "0.8.99" }, { path: broken }] });
    });
    const judged = async (more?: Readonly<Record<string, unknown>>) => {
      const { address } = await deploy(chain, creationCode("Box"));
      return verify(services.verification.url, address, submission("Box", more));
    };

    it("should verify as executables, next to the installed package", async () => {
      const { contract } = await judged({ compilerVersion: `v${OTHER_VERSION}` });
      assert.equal(contract.match, "exact_match");
      assert.equal((await judged()).contract.match, "exact_match");
    });

    it("should be named in the job's error if they can't be loaded", async () => {
      const { error } = await judged({ compilerVersion: "0.8.98+commit.0123abcd" });
      assert.equal(error.customCode, "compiler_error");
      assert.include(error.errorData.compilerErrorMessage, broken);
    });
  });

  it("should reject a missing compiler before anything starts", async () => {
    const options = { chain, compilers: [{ path: join(folder.path, "gone") }] };
    const error = await startLocalServices(options).catch((reason: unknown) => reason);
    assert(error instanceof Error && !(error instanceof VerifyContractError));
    assert.include(error.message, "gone");
  });

  const judge = { name: "@ethereum-sourcify/lib-sourcify", range: "~3.4.0" };
  const solc = { name: "solc", range: ">=0.8.0" };
  it("should say in one command how to install only what is missing", async () => {
    const script = fileURLToPath(new URL("../helpers/local/start-without-peer.ts", import.meta.url));
    const cases = [[judge, solc], [judge]];
    const names = cases.map((missing) => missing.map(({ name }) => name));
    const { stdout } = await startNode([script, JSON.stringify(names)], process.cwd(), process.env).ended;
    for (const [at, { code, message, next }] of JSON.parse(stdout).entries()) {
      assert.equal(code, "VC901");
      assert.include(message, names[at]?.join(" and "));
      const wanted = cases[at]?.map(({ name, range }) => `"${name}@${range}"`).join(" ");
      assert.equal(next, `npm install --save-dev ${wanted}`);
    }
    assert.lengthOf(JSON.parse(stdout), 2);
  });
});
