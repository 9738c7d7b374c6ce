/**
 * Clients for a Sourcify-v2 verification service, a query service and a status service, usable without Hardhat.
 *
 * Each client retries transient failures, validates responses, and fails with a {@link ServiceError} that includes the method,
 * the URL without credentials, the status, and the service's message.
 *
 * @example
 * import { ServiceError, VerificationService } from "hardhat-verify-contract/services";
 *
 * const service = new VerificationService({ url: "https://sourcify.dev/server", retry: { attempts: 3 } });
 * try {
 *   const record = await service.contract(1, "0x00000000219ab540356cBB839Cbe05303d7705Fa");
 *   console.log(record?.match ?? "not verified");
 * } catch (error) {
 *   if (!(error instanceof ServiceError)) throw error;
 *   console.log(error.kind, error.message);
 * }
 *
 * @packageDocumentation
 */

export type * from "./internal/domain/record.ts";
export { VerifyContractError } from "./internal/errors/problem.ts";
export type { RetryOptions } from "./internal/services/http/failures.ts";
export { HostBreaker, HostPace, type PaceLimit, type SlowDownInfo } from "./internal/services/http/hosts.ts";
export type {
  CallOptions,
  HttpOptions,
  RetryInfo,
} from "./internal/services/http/http-client.ts";
export type { JsonObject, JsonValue } from "./internal/services/http/parse-json.ts";
export type {
  Int64,
  QueryBlock,
  QueryContract,
  QueryContractAction,
  QueryContractActions,
  QueryContractResult,
  QueryContractResults,
  QueryKey,
  QueryTransaction,
} from "./internal/services/query/model.ts";
export {
  type NewestBlockOptions,
  type PagesOptions,
  type QueryContractOptions,
  type QueryParameters,
  QueryService,
} from "./internal/services/query/query-service.ts";
export {
  ServiceError,
  type ServiceErrorFields,
  type ServiceErrorKind,
  type ServiceName,
} from "./internal/services/service-error.ts";
export type {
  Incident,
  OverallStatus,
  ScheduledMaintenance,
  StatusComponent,
  StatusPage,
  StatusSummary,
  StatusUpdate,
} from "./internal/services/status/model.ts";
export { StatusService } from "./internal/services/status/status-service.ts";
export type { PathValue } from "./internal/services/validate-argument.ts";
export {
  type CallOnceOptions,
  type ContractField,
  type ContractOptions,
  VerificationService,
} from "./internal/services/verification/verification-service.ts";
