import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { assert } from "chai";
import { VerifyContractError } from "../../src/internal/errors/problem.ts";
import { startLocalServices } from "../../src/local.ts";
import { heldFor } from "../helpers/held-for.ts";
import { creationCode, deploy } from "../helpers/local/contracts.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";

describe("local - start", function () {
  this.timeout(60_000);
  const chain = heldFor(() => startDevelopmentChain({ chainId: 4242 }));

  for (const rpcUrl of ["http://user:secret@127.0.0.1:1/key-in-path", "not a URL"]) {
    it(`should report that the chain can't be reached: ${rpcUrl}`, async () => {
      const error = await startLocalServices({ chain: { rpcUrl } }).catch((reason: unknown) => reason);
      assert(error instanceof VerifyContractError);
      assert.equal(error.code, "VC904");
      assert.notMatch(JSON.stringify(error.problem), /secret|key-in-path/);
    });
  }

  it("should not keep the process alive once closed, even during a compilation", async () => {
    const { address, transactionHash } = await deploy(chain, creationCode("Box"));
    const script = fileURLToPath(new URL("../helpers/local/close-while-compiling.ts", import.meta.url));
    const child = spawn(process.execPath, [script, chain.rpcUrl, address, transactionHash], {
      stdio: "inherit",
    });
    const [code] = await once(child, "exit", { signal: AbortSignal.timeout(50_000) });
    assert.equal(code, 0);
  });
});
