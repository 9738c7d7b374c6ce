import { mkdir, realpath, symlink } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { isOwnCommandLine as isHardhat2 } from "../../src/internal/hosts/hardhat2/host.ts";
import { isOwnCommandLine as isHardhat3 } from "../../src/internal/hosts/hardhat3/host.ts";
import { temporaryFolder } from "../helpers/build-files.ts";

describe("hosts - recognizing Hardhat's own process", () => {
  it("should recognize Hardhat 3's command line, even through its symlink, and no other process", () => {
    const file = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
    const cli = file("node_modules/hardhat/dist/src/cli.js");
    assert.isTrue(isHardhat3(["node", cli, "verify-contract", "0x12"]));
    if (process.platform !== "win32")
      assert.isTrue(isHardhat3(["node", file("node_modules/.bin/hardhat"), "verify-contract"]));
    assert.isFalse(isHardhat3(["node", cli, "run", "scripts/verify.ts"]));
    for (const other of ["package.json", "not-there.js"])
      assert.isFalse(isHardhat3(["node", file(other), "verify-contract"]));
    assert.isFalse(isHardhat3(["node"]));
  });

  it("should recognize Hardhat 2's command line, even through its symlink, and no script, task or program", async () => {
    await using project = await temporaryFolder();
    const root = await realpath(project.path);
    await project.write("node_modules/hardhat/internal/cli/bootstrap.js", "");
    const command = path.join(root, "node_modules/hardhat/internal/cli/bootstrap.js");
    await mkdir(path.join(root, "node_modules/.bin"));
    const link = path.join(root, "node_modules/.bin/hardhat");
    await symlink(command, link);
    assert.isTrue(isHardhat2(["node", command, "verify-contract", "0x12"]));
    assert.isTrue(isHardhat2(["node", link, "--network", "testnet", "verify-contract:check", "0x12"]));
    for (const words of [["run", "scripts/verify.js"], ["deploy"]])
      assert.isFalse(isHardhat2(["node", command, ...words]));
    assert.isFalse(isHardhat2(["node", path.join(root, "deploy.js"), "verify-contract"]));
    assert.isFalse(isHardhat2(["node"]));
  });
});
