import { parseTarget } from "../../domain/target.ts";
import type { VerifyRequest } from "../../pipeline/request.ts";
import type { ContractEntry } from "../schema.ts";
import { REPLAY_ROOT, replayPath } from "./replay-builds.ts";

/**
 * The request of a recorded contract.
 *
 * @throws VerifyContractError for a target that is none
 */
export function replayRequest(recorded: ContractEntry["request"]): VerifyRequest {
  const { target, resolved, lookedAt, buildSource, locked, batch, globals, isLocking, ...request } = recorded;
  return {
    ...request,
    target: resolved === undefined ? parseTarget(target) : { kind: "address", input: target, ...resolved },
    contract: request.contract,
    creationTransactionHash: request.creationTransactionHash,
    at: request.at,
    batch: batch && { ...batch, subcommand: batch.subcommand },
    ...(globals === undefined ? {} : { globals }),
    ...(isLocking === undefined ? {} : { isLocking }),
    locked: locked && lockedOf(locked),
    lookedAt: new Set(lookedAt),
    projectRoot: REPLAY_ROOT,
    buildSource:
      buildSource.kind === "build-files"
        ? { ...buildSource, locations: buildSource.locations.map(replayPath) }
        : { ...buildSource, file: replayPath(buildSource.file) },
  };
}

function lockedOf({
  entry,
  chainId = 0,
  isRecordMissing,
}: NonNullable<ContractEntry["request"]["locked"]>): NonNullable<VerifyRequest["locked"]> {
  return { entry: entry && { ...entry, chainId }, isRecordMissing };
}
