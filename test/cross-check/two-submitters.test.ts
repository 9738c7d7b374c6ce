import { assert } from "chai";
import { getAddress } from "ethers/address";
import { compareCode } from "../../src/internal/bytecode/compare.ts";
import { predictMatch } from "../../src/internal/bytecode/predict/predict-match.ts";
import type { Evidence } from "../../src/internal/cross-check/evidence.ts";
import { runChecks } from "../../src/internal/cross-check/run-checks.ts";
import { wireRecord } from "../../src/internal/services/verification/wire-record.ts";
import { startLocalServices } from "../../src/local.ts";
import { COMPILER_VERSION, type Compiled, candidateOf, compile } from "../helpers/compile.ts";
import { checksComeTo } from "../helpers/cross-check/checks-come-to.ts";
import { claimsOf, recompiledHere } from "../helpers/cross-check/recompiled.ts";
import { get, verify } from "../helpers/local/client.ts";
import { type Deployed, deploy } from "../helpers/local/contracts.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";

const PATH = "contracts/Box.sol";

/** The same code from every author; without a metadata hash even the whole bytecode is the same. */
function boxOf(parameter: string, comment: string, bytecodeHash: "ipfs" | "none"): Compiled {
  const source = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
// ${comment}
contract Box {
  uint256 public value;
  event Set(uint256 ${parameter});
  function set(uint256 ${parameter}) external { value = ${parameter}; emit Set(${parameter}); }
}
`;
  return compile({ [PATH]: source }, { metadata: { bytecodeHash } });
}

describe("cross-check - two submitters of the same code, on the local services", function () {
  this.timeout(60_000);
  let chain: DevelopmentChain;
  let services: Awaited<ReturnType<typeof startLocalServices>>;
  before(async () => {
    chain = await startDevelopmentChain();
    services = await startLocalServices({ chain: { rpcUrl: chain.rpcUrl } });
  });
  after(async () => {
    await services.close();
    await chain.close();
  });

  for (const [what, hash, first, second] of [
    [
      "a renamed parameter and a comment",
      "none",
      boxOf("v", "mine", "none"),
      boxOf("amount", "theirs", "none"),
    ],
    ["a comment alone", "ipfs", boxOf("v", "mine", "ipfs"), boxOf("v", "theirs", "ipfs")],
  ] as const) {
    it(`should raise no alarm for either of them: ${what}, bytecodeHash ${hash}`, async () => {
      // Both are on chain as the first one compiled them; each is submitted by its own author.
      const code = candidateOf(first, PATH, "Box").creation.object;
      const [one, other] = [await deploy(chain, `0x${code}`), await deploy(chain, `0x${code}`)];
      await submit(one, first);
      await submit(other, second);
      // The first submitter's compilation is that of both where the recompiled code is the same.
      const { abi } = (await evidenceOf(other, second)).record;
      assert.include(JSON.stringify(abi), '"name":"v"');
      for (const [deployed, compiled] of [
        [one, first],
        [other, second],
        // Each read by the other author's project.
        [one, second],
        [other, first],
      ] as const) {
        const checks = runChecks(await evidenceOf(deployed, compiled));
        const alarms = checks.filter(({ status }) => status === "failed" || status === "unknown");
        assert.isEmpty(alarms, JSON.stringify(alarms, null, 2));
        assert.equal(checksComeTo(checks), "passed");
        const { failed, states } = claimsOf(await recompiledHere(await evidenceOf(deployed, compiled)));
        assert.isEmpty(failed, "compiled here, without a build");
        assert.equal(states["runtime-code"], "proven");
      }
    });
  }

  async function submit({ address, transactionHash }: Deployed, { input }: Compiled): Promise<void> {
    const job = await verify(
      services.verification.url,
      address,
      JSON.stringify({
        stdJsonInput: input,
        compilerVersion: COMPILER_VERSION,
        contractIdentifier: `${PATH}:Box`,
        creationTransactionHash: transactionHash,
      }),
    );
    assert.isUndefined(job.error, JSON.stringify(job.error));
  }

  async function evidenceOf({ address, transactionHash }: Deployed, compiled: Compiled): Promise<Evidence> {
    const rpc = async (method: string, ...params: readonly unknown[]) =>
      (await chain.request(method, ...params)) as Readonly<Record<string, string>>;
    const runtimeBytecode = String(await chain.request("eth_getCode", address, "latest"));
    const transaction = await rpc("eth_getTransactionByHash", transactionHash);
    const block = await rpc("eth_getBlockByNumber", transaction.blockNumber, false);
    const queried = await get(`${services.query.url}/api/v1/contracts/${address}`);
    const queriedBlock = await get(`${services.query.url}/api/v1/blocks/${Number(transaction.blockNumber)}`);
    const stored = await get(`${services.verification.url}/v2/contract/31337/${address}?fields=all`);
    const candidate = candidateOf(compiled, PATH, "Box");
    const runtime = compareCode("runtime", runtimeBytecode, candidate.runtime);
    const creation = compareCode("creation", transaction.input ?? "", candidate.creation);
    if (runtime === undefined || creation === undefined) throw new Error("There is code on both sides.");
    return {
      isNamedById: false,
      facts: {
        chainId: 31337,
        address: getAddress(address),
        runtimeBytecode,
        blockNumber: undefined,
        creation: {
          transactionHash,
          knownFrom: "chain",
          deployer: String(transaction.from).toLowerCase(),
          blockNumber: Number(transaction.blockNumber),
          transactionIndex: Number(transaction.transactionIndex),
          timestampS: Number(block.timestamp),
          initCode: { bytecode: transaction.input ?? "", shownBy: "transaction" },
          isSigned: true,
          statedTimestamp: undefined,
          input: transaction.input ?? "",
          factory: null,
        },
      },
      query: { state: "known", contract: queried.body },
      creationBlock: queriedBlock.body,
      record: wireRecord([]).parse(stored.body),
      build: {
        contract: candidate,
        compiled: candidate,
        compilation: { id: "b", file: "b.json", compilerVersion: COMPILER_VERSION, input: compiled.input },
        expected: predictMatch(runtime, creation, null),
      },
      proxy: null,
      libraries: [],
      recorded: [],
      isJudged: false,
      codeAgain: { state: "same" },
      recompiled: undefined,
      requirement: { minMatch: "match", requireCreation: false },
      now: new Date(),
    };
  }
});
