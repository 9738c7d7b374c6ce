import { assert } from "chai";
import { getAddress, getCreate2Address, id, keccak256 } from "ethers";
import { CreationWitness } from "../../src/internal/chain/creation-witness.ts";
import type { CreationFacts } from "../../src/internal/chain/deployment-facts.ts";
import { readCreation } from "../../src/internal/chain/read-creation.ts";
import { rpcChain } from "../../src/internal/chain/rpc-chain.ts";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { startLocalServices } from "../../src/local.ts";
import { transact } from "../helpers/deploy.ts";
import { heldFor } from "../helpers/held-for.ts";
import { creationCode, deploy } from "../helpers/local/contracts.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { requestTo } from "../helpers/node-request.ts";
import { QUICK } from "../helpers/services/quick.ts";
import { describeNode, type Lack, without } from "../helpers/weak-node.ts";

const NEVER = new AbortController().signal;
const SALT = `0x${"07".repeat(32)}`;
/** The deterministic deployer of EIP-1014's users: its call data is a salt and the init code. */
const DEPLOYER_CODE =
  "0x604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3";

const NODES: readonly (readonly Lack[])[] = [
  [],
  ["history"],
  ["traces"],
  ["storage"],
  ["history", "traces", "storage"],
];

interface Created {
  readonly address: string;
  readonly transactionHash: string;
  readonly initCode: string;
  readonly factory: string | null;
}

describe("chain - creations on a real chain", () => {
  const chain = heldFor(() => startDevelopmentChain());
  const services = heldFor(() => startLocalServices({ chain }));
  let created: Readonly<Record<"direct" | "factory" | "create2", Created>>;

  before(async () => {
    const box = creationCode("Box");
    const direct = await deploy(chain, box);
    const factory = await deploy(chain, creationCode("Factory"));
    const made = await transact(chain, factory.address, { data: id("make()").slice(0, 10) });
    const deployer = await deploy(chain, DEPLOYER_CODE);
    const crate = creationCode("Crate");
    const second = await transact(chain, deployer.address, { data: `${SALT}${crate.slice(2)}` });
    created = {
      direct: { ...direct, initCode: box, factory: null },
      factory: {
        address: `0x${made.logs[0]?.data.slice(-40)}`,
        transactionHash: made.transactionHash,
        initCode: box,
        factory: factory.address,
      },
      create2: {
        address: getCreate2Address(deployer.address, SALT, keccak256(crate)),
        transactionHash: second.transactionHash,
        initCode: crate,
        factory: deployer.address,
      },
    };
    for (let more = 0; more < 6; more++) await chain.request("evm_mine");
  });

  const read = async (
    { address }: Created,
    lacks: readonly Lack[],
    isQueried: boolean,
    fromDeployments: readonly string[] = [],
  ): Promise<CreationFacts | undefined> => {
    const node = without(lacks, requestTo(chain.rpcUrl));
    const query = isQueried ? new QueryService({ url: services.query.url, ...QUICK }) : undefined;
    const witness = new CreationWitness(query, address, NEVER);
    const hints = { fromOption: undefined, fromDeployments, fromRecord: undefined };
    const port = rpcChain("real", node);
    const runtimeBytecode = await port.code(address, NEVER);
    const now = { chain: port, chainId: 31337, address: getAddress(address), runtimeBytecode };
    return readCreation({ ...now, witness, signal: NEVER }, hints, undefined);
  };

  for (const lacks of NODES) {
    const node = describeNode(lacks);
    const traces = !lacks.includes("traces");

    for (const [way, shownBy] of [
      ["direct", "transaction"],
      ["factory", traces ? "trace" : "query-service"],
      ["create2", "create2"],
    ] as const) {
      it(`should find a ${way} creation through the query service, on ${node}`, async () => {
        const { transactionHash, initCode, factory } = created[way];
        const creation = await read(created[way], lacks, true);
        assert.deepInclude(creation, { transactionHash, knownFrom: "query-service" });
        assert.deepInclude(creation?.initCode, { bytecode: initCode, shownBy });
        if (shownBy === "query-service") assert.match(creation?.factory ?? "", /^0x0{36}/);
        else assert.equal(creation?.factory, factory);
      });

      it(`should find a ${way} creation on the chain alone if the node can show it, on ${node}`, async () => {
        const { transactionHash, initCode, factory } = created[way];
        const creation = await read(created[way], lacks, false);
        if (lacks.includes("history") || (way !== "direct" && !traces)) {
          assert.isUndefined(creation);
          return;
        }
        assert.deepInclude(creation, { transactionHash, knownFrom: "chain", factory });
        assert.equal(creation?.initCode?.bytecode, initCode);
      });

      it(`should confirm a deployment record's transaction of a ${way} creation, on ${node}`, async () => {
        const { transactionHash } = created[way];
        const creation = await read(created[way], lacks, false, [transactionHash]);
        const isShown = way !== "factory" || traces || !lacks.includes("history");
        if (isShown) assert.deepInclude(creation, { transactionHash, knownFrom: "deployment" });
        else assert.isUndefined(creation);
      });
    }
  }
});
