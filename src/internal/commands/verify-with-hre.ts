import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import type { Report } from "../report/model.ts";
import { validateVerifyRequest } from "./check-request.ts";
import { runWithHre } from "./run-with-hre.ts";
import type { VerifyContractRequest } from "./verify-request.ts";

/** Verifies one contract with what a Hardhat runtime has. VerifyContractError as of `runWithHre`. */
export function verifyWithHre(
  request: VerifyContractRequest,
  hre: HardhatRuntimeEnvironment,
): Promise<Report> {
  return runWithHre(request, (paths) => validateVerifyRequest(request, paths), hre);
}
