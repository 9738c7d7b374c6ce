import { mkdir, realpath, symlink } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import { isOwnCommandLine } from "../../../src/internal/hosts/hardhat2/host.ts";
import { temporaryFolder } from "../../helpers/build-files.ts";
import { heldFor } from "../../helpers/held-for.ts";

describe("Hardhat 2 - recognising Hardhat's own process", () => {
  const project = heldFor(() => temporaryFolder());
  let command: string;
  let link: string;

  before(async () => {
    const root = await realpath(project.path);
    await project.write("node_modules/hardhat/internal/cli/bootstrap.js", "");
    command = path.join(root, "node_modules/hardhat/internal/cli/bootstrap.js");
    await mkdir(path.join(root, "node_modules/.bin"));
    link = path.join(root, "node_modules/.bin/hardhat");
    await symlink(command, link);
  });

  it("should recognise Hardhat's command line, even through its symlink, and no script, task or program", () => {
    assert.isTrue(isOwnCommandLine(["node", command, "verify-contract", "0x12"]));
    assert.isTrue(isOwnCommandLine(["node", link, "--network", "testnet", "verify-contract:check", "0x12"]));
    assert.isFalse(isOwnCommandLine(["node", command, "run", "scripts/verify.js"]));
    assert.isFalse(isOwnCommandLine(["node", command, "deploy"]));
    assert.isFalse(isOwnCommandLine(["node", path.join(project.path, "deploy.js"), "verify-contract"]));
    assert.isFalse(isOwnCommandLine(["node"]));
  });
});
