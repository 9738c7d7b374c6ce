import { assert } from "chai";
import { only } from "../helpers/cli.ts";
import { parsePreflightReport } from "../helpers/report-schema.ts";
import { runForReport, runHost, start } from "./host.ts";
import { theStage } from "./stage.ts";

const ANY_PORTS = ["verification", "query", "status"].flatMap((service) => [`--${service}-port`, "0"]);

describe("hosts - the local services on each host", () => {
  for (const name of ["hardhat3", "hardhat2", "cli"] as const)
    it(`should verify a contract, and end when stopped: ${name}`, async () => {
      const stage = await theStage();
      const found = stage.foundry.hosts.find(({ host }) => host.name === name);
      if (found === undefined) throw new Error(`There is no ${name}.`);
      const { host, folder } = found;
      const { child, shows, ended } = start(host, folder, "serve", ANY_PORTS, { RPC_URL: stage.rpcUrl });
      try {
        const url = async (service: string): Promise<string> =>
          (await shows(new RegExp(`${service} service +(http:\\S+)`)))[1] ?? "";
        const env = {
          RPC_URL: stage.rpcUrl,
          VERIFY_URL: await url("Verification"),
          QUERY_URL: await url("Query"),
        };
        await shows(/Ctrl-C/);
        const words = [stage.foundry.linked];
        const { report, stderr } = await runForReport(host, folder, "verify", words, env);
        assert.equal(report.exitCode, 0, stderr);
        assert.equal(only(report).outcome, "verified");
        assert.equal(only(report).contract?.name, "Scale");
      } finally {
        child.kill("SIGINT");
      }
      const { exitCode, stdout, stderr } = await ended;
      assert.equal(exitCode, 0, stderr);
      assert.match(stdout, /^Stopped\.$/m);
    });
});

describe("hosts - a preflight on each host", () => {
  for (const place of ["foundry", "hardhat2"] as const)
    it(`should give the same result without a node: ${place}`, async () => {
      const stage = await theStage();
      const said = [];
      for (const { host, folder } of stage[place].hosts) {
        const { exitCode, stdout, stderr } = await runHost(host, folder, "preflight", ["--json"]);
        assert.equal(exitCode, 0, `${host.name}: ${stderr}`);
        const { contracts, disclosed } = parsePreflightReport(stdout);
        const verdicts = contracts.map(({ contract, expectedMatch, verdict }) => ({
          name: contract.fullyQualifiedName,
          verdict,
          match: [expectedMatch.creation, expectedMatch.runtime],
        }));
        assert.isNotEmpty(verdicts, host.name);
        said.push({ verdicts, files: disclosed.files });
      }
      assert.lengthOf(said, 3);
      for (const each of said) assert.deepEqual(each, said[0]);
    });
});
