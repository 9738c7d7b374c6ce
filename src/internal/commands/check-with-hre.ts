import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import type { Report } from "../report/model.ts";
import { validateCheckRequest } from "./check-request.ts";
import { runWithHre } from "./run-with-hre.ts";
import type { CheckContractRequest } from "./verify-request.ts";

/** Checks one contract with what a Hardhat runtime has. VerifyContractError as of `runWithHre`. */
export function checkWithHre(request: CheckContractRequest, hre: HardhatRuntimeEnvironment): Promise<Report> {
  return runWithHre(request, (paths) => validateCheckRequest(request, paths), hre);
}
