import { getAddress } from "ethers/address";
import { detectHederaEntity, readDelegate } from "../../bytecode/known-codes.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { type QueryEntity, readAccountEntity, readSchedule, readToken } from "../../chain/read-entity.ts";
import { longZeroToId } from "../../domain/contract-addresses.ts";
import { findSystemContract, isHedera } from "../../domain/hedera.ts";
import type { ErrorCode } from "../../errors/catalogue.ts";
import { advice, checkOne, type NextStep, verifyOne } from "../../errors/next-step.ts";
import type { KnownCode } from "../../report/model.ts";
import { Ended, type Found, type Run } from "../run.ts";
import { createFingerprint } from "./fingerprint.ts";
import { endAsKnownCode } from "./no-build.ts";

interface NonContract {
  readonly kind: NonNullable<KnownCode["entity"]>;
  readonly code: ErrorCode;
  readonly name: string;
  readonly shownBy: string;
  readonly next: NextStep;
  /** Checksummed address of the code that the account runs. */
  readonly implementation?: string;
}

/** The error for an entity, and what to do instead. */
const ENTITIES = {
  token: ["VC307", "verify the contract that manages the token"],
  schedule: ["VC308", "verify the contract that the schedule calls"],
  account: ["VC310", "use the contract's own address or id, as printed by the deployment"],
} as const satisfies Record<QueryEntity["kind"], readonly [ErrorCode, string]>;

/** Refuses a Hedera system contract, whatever code a node returns for it. */
export async function refuseSystemContract(run: Run, address: string): Promise<void> {
  const { chain, chainId, signal } = run.ports;
  const name = findSystemContract(chainId, address);
  if (name === undefined) return;
  const code = run.request.isLocking === true ? await chain.code(address, signal) : "0x";
  throw endNonContract(run, address, code, {
    kind: "system-contract",
    code: "VC309",
    name,
    shownBy: "its address",
    next: advice("verify your project's contract that calls it"),
  });
}

/** The relay returns recognizable code for a Hedera token or schedule. */
export async function refuseEntity(run: Run, address: string, code: string): Promise<void> {
  const kind = detectHederaEntity(run.ports.chainId, code);
  if (kind === undefined) return;
  const readNamed = kind === "token" ? readToken : readSchedule;
  const named = await readNamed(run.ports, address);
  throw endNonContract(run, address, code, describeEntity(run, named ?? { kind, name: UNNAMED[kind] }, true));
}

/** EIP-7702. */
export function refuseDelegation(run: Run, { address, runtimeBytecode }: DeploymentFacts): void {
  const delegate = readDelegate(runtimeBytecode);
  if (delegate === undefined || run.request.contract !== undefined) return;
  const implementation = getAddress(delegate);
  throw endNonContract(run, address, runtimeBytecode, {
    kind: "delegated-account",
    code: "VC311",
    name: "a delegated account (EIP-7702)",
    shownBy: "the code on chain",
    next: run.request.action === "check" ? checkOne(implementation) : verifyOne(implementation),
    implementation,
  });
}

/** Undefined if the query service doesn't know the address or doesn't serve Hedera. */
export async function findEntityWithoutCode(
  run: Run,
  address: string,
): Promise<{ readonly entity: QueryEntity; readonly ended: Ended } | undefined> {
  const { ports } = run;
  if (!isHedera(ports.chainId)) return undefined;
  const entity = (await readAccountEntity(ports, address)) ?? (await readSchedule(ports, address));
  if (entity === undefined) return undefined;
  return { entity, ended: endNonContract(run, address, "0x", describeEntity(run, entity, false)) };
}

export async function refuseAccount(run: Run, address: string): Promise<void> {
  const found = await findEntityWithoutCode(run, address);
  if (found !== undefined && found.entity.hasKey !== false) throw found.ended;
}

const UNNAMED = { token: "a Hedera token", schedule: "a scheduled Hedera transaction" } as const;

function describeEntity({ ports }: Run, { kind, name }: QueryEntity, isByCode: boolean): NonContract {
  const shownBy = isByCode ? "the code on chain" : (ports.query?.url ?? "the query service");
  const [code, next] = ENTITIES[kind];
  return { kind, code, name, shownBy, next: advice(next) };
}

/** In a deployment, the entity is listed like known code without sources. Anywhere else, it is a mistake. */
function endNonContract(run: Run, address: string, runtimeBytecode: string, what: NonContract): Ended {
  const { kind, code, name, shownBy, next, implementation } = what;
  const { request, ports, findings } = run;
  const idOfAddress = isHedera(ports.chainId) ? longZeroToId(address) : undefined;
  const found: Found = {
    target: { address, contractId: findings.target.contractId ?? idOfAddress },
    entity: kind,
  };
  const isOfDeployment = request.origins.length > 0;
  const claimed = describeClaimed(request);
  if (isOfDeployment && claimed === undefined)
    return endAsKnownCode(
      run,
      address,
      { name, entity: kind, implementation },
      // A lock file covers the whole deployment.
      { ...found, fingerprint: findings.fingerprint ?? createFingerprint(request, runtimeBytecode) },
    );
  return new Ended("not-deployed", {
    code,
    values: { target: request.target.input, name },
    facts: [
      ["Network", ports.chain.networkName],
      ["Shown by", shownBy],
      ["Runs", implementation],
      ["Recorded", isOfDeployment ? claimed : undefined],
    ],
    likely: isOfDeployment
      ? "the network has been reset, or the deployment belongs to another network: addresses and ids are reused"
      : undefined,
    next: isOfDeployment ? advice("deploy it again, or remove it from the deployment") : next,
    found,
  });
}

/** The user or a record expects a contract at this address, but something else is there now. */
function describeClaimed({ contract, recorded }: Run["request"]): string | undefined {
  const named = contract ?? recorded.flatMap(({ contractName }) => contractName ?? [])[0];
  if (named !== undefined) return `the contract ${named}`;
  const [hash] = recorded.flatMap(({ transactionHashes }) => transactionHashes);
  if (hash !== undefined) return `a contract, created by ${hash}`;
  const isOfCode = recorded.some(({ constructorArguments, creationCode }) =>
    [constructorArguments, creationCode].some((each) => each !== undefined),
  );
  return isOfCode ? "a contract with constructor arguments" : undefined;
}
