import { type Body, recordOf, type World } from "./worlds.ts";

/**
 * Records that claim an exact match and are of other code than what is on chain. Each is told by something else.
 */
export const LIES = {
  "all of another contract": (world: World): Body => addressed(otherThan(world), world),
  "another contract, with the codes that are on chain": (world: World): Body => {
    const other = addressed(otherThan(world), world);
    return {
      ...other,
      runtimeBytecode: withOnchain(other.runtimeBytecode, world.runtimeBytecode),
      creationBytecode: withOnchain(other.creationBytecode, world.creation?.input ?? null),
    };
  },
  "the codes of this contract, with sources, metadata and ABI of another": (world: World): Body => {
    const { sources, metadata, compilation, abi } = otherThan(world);
    return { ...exact(world.record), sources, metadata, compilation, abi };
  },
  "this contract, as it was deployed elsewhere": (world: World): Body => ({
    ...exact(world.record),
    runtimeBytecode: withOnchain(world.record.runtimeBytecode, "0x60806040"),
    creationBytecode: withOnchain(world.record.creationBytecode, "0x60806040"),
  }),
} as const;

/** Of other code and with other functions. */
function otherThan({ name }: World): Body {
  return recordOf(name === "constructor-arguments" ? "linked-library" : "constructor-arguments");
}

function addressed(record: Body, { record: { chainId, address, deployment } }: World): Body {
  return { ...exact(record), chainId, address, deployment };
}

function exact(record: Body): Body {
  return { ...record, match: "exact_match", creationMatch: "exact_match", runtimeMatch: "exact_match" };
}

function withOnchain(bytecode: unknown, onchainBytecode: string | null): Body {
  return { ...(bytecode as Body), onchainBytecode };
}
