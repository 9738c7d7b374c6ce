import path from "node:path";
import { assert } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import { validateRun } from "../../../src/internal/commands/validate-request.ts";
import { HARDHAT_WORDS, resolvePaths } from "../../../src/internal/hosts/hardhat3/host.ts";
import { verifyContract } from "../../../src/verify.ts";
import { folderForEach } from "../../helpers/build-files.ts";
import { connectionThat, fakeHre } from "../../helpers/commands/fake-hre.ts";
import { withoutVariables } from "../../helpers/environment.ts";
import { factOf, thrownBy } from "../../helpers/thrown.ts";

const address = "0x000000000000000000000000000000000000dEaD";

const HOST = { words: HARDHAT_WORDS, globals: [] };

describe("hardhat - the folders of a project", () => {
  const folder = folderForEach();
  withoutVariables("FOUNDRY_PROFILE");

  const hreWith = (resolved: object, user: object = {}): HardhatRuntimeEnvironment => {
    const config = { verification: { url: "http://127.0.0.1:9" }, retry: { attempts: 1 } };
    const hre = fakeHre(
      folder.path,
      config,
      connectionThat(async () => "0x7a69"),
    );
    const paths = { ...hre.config.paths, ...resolved };
    return { ...hre, config: { ...hre.config, paths }, userConfig: { paths: user } };
  };

  for (const [what, resolved, user, expected] of [
    ["as resolved by Ignition's plugin", { ignition: "/elsewhere/ignition" }, {}, "/elsewhere/ignition"],
    ["as configured, without the plugin", {}, { ignition: "chain/ignition" }, "chain/ignition"],
  ] as const)
    it(`should include Ignition's folder ${what}`, async () => {
      const project = await resolvePaths(hreWith(resolved, user));
      assert.equal(project.ignition, path.resolve(folder.path, expected));
      const { buildSource } = validateRun("verify", { address }, project, HOST).common;
      assert.deepEqual(buildSource.kind === "build-files" && buildSource.locations, [
        path.join(project.ignition, "deployments"),
        path.join(folder.path, "artifacts"),
      ]);
    });

  it("should include the builds of the selected Foundry profile", async () => {
    await folder.write("foundry.toml", '[profile.default]\nout = "o"\n[profile.ci]\nout = "ci-out"\n');
    process.env.FOUNDRY_PROFILE = "ci";
    const { buildSource } = validateRun("verify", { address }, await resolvePaths(hreWith({})), HOST).common;
    const found =
      buildSource.kind === "build-files" && buildSource.locations.map((it) => path.relative(folder.path, it));
    assert.deepEqual(found, ["ignition/deployments", "ci-out", "artifacts"]);
  });

  for (const [what, config, sources, next] of [
    ["Hardhat if it has sources too", "[profile.default]\n", ["contracts"], "npx hardhat build"],
    [
      "forge if both have the same",
      '[profile.default]\nsrc="contracts"\n',
      ["contracts"],
      "forge build --build-info",
    ],
    ["Hardhat without Foundry", undefined, [], "npx hardhat build"],
  ] as const)
    it(`should be named with advice to build with ${what}: VC201`, async () => {
      if (config !== undefined) await folder.write("foundry.toml", config);
      for (const each of sources) await folder.write(`${each}/A.sol`, "");
      const solidity = sources.map((each) => path.join(folder.path, each));
      const error = await thrownBy(() => verifyContract({ address }, hreWith({ sources: { solidity } })));
      assert.deepEqual([error.code, error.problem.next], ["VC201", next]);
      assert.equal(factOf(error, "Looked in")?.includes("out"), config !== undefined);
    });
});
