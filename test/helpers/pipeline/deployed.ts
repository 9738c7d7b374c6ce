import { getCreateAddress } from "ethers/address";
import { type Compiled, codesOf, compile } from "../compile.ts";
import { COUNTER, FIXED } from "../contracts.ts";
import { DEPLOYER, FakeChain, transactionHash } from "../fake-chain.ts";

export const CHAIN_ID = 31337;
export const ADDRESS = getCreateAddress({ from: DEPLOYER, nonce: 7 });
export const CREATION = transactionHash(7);
export const PATH = "project/contracts/Counter.sol";

/** Two contracts in one build, so each one's imports are only a part of the sources. */
export function project(settings: Readonly<Record<string, unknown>> = {}): Compiled {
  return compile({ [PATH]: COUNTER, "project/contracts/Fixed.sol": FIXED }, settings);
}

export function codeOf(compiled: Compiled, name = "Counter"): ReturnType<typeof codesOf> {
  return codesOf(compiled, PATH, name);
}

export function deployedChain(compiled: Compiled = project(), name = "Counter"): FakeChain {
  const { runtime, creation } = codeOf(compiled, name);
  return new FakeChain(CHAIN_ID).create(ADDRESS, runtime, creation).growTo(9);
}
