import { mkdir, realpath, symlink } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { isOwnCommandLine } from "../../../src/internal/hosts/hardhat2/host.ts";
import { type TemporaryFolder, temporaryFolder } from "../../helpers/build-files.ts";

describe("Hardhat 2 - recognising Hardhat's own process", () => {
  let project: TemporaryFolder;
  let command: string;
  let link: string;

  before(async () => {
    project = await temporaryFolder();
    const root = await realpath(project.path);
    await project.write("node_modules/hardhat/internal/cli/bootstrap.js", "");
    command = path.join(root, "node_modules/hardhat/internal/cli/bootstrap.js");
    await mkdir(path.join(root, "node_modules/.bin"));
    link = path.join(root, "node_modules/.bin/hardhat");
    await symlink(command, link);
  });
  after(() => project[Symbol.asyncDispose]());

  it("should recognise Hardhat's command line, even through its symlink", () => {
    assert.isTrue(isOwnCommandLine(["node", command, "verify-contract", "0x12"]));
    assert.isTrue(isOwnCommandLine(["node", link, "--network", "testnet", "verify-contract:check", "0x12"]));
  });

  it("should not recognise any other process: scripts, the user's tasks and programs", () => {
    assert.isFalse(isOwnCommandLine(["node", command, "run", "scripts/verify.js"]));
    assert.isFalse(isOwnCommandLine(["node", command, "deploy"]));
    assert.isFalse(isOwnCommandLine(["node", path.join(project.path, "deploy.js"), "verify-contract"]));
    assert.isFalse(isOwnCommandLine(["node"]));
  });
});
