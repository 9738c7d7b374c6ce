export type {
  LocalPorts,
  LocalServices,
  LocalServicesOptions,
  StatusComponent,
  StatusIncident,
  StatusMaintenance,
  StatusPatch,
} from "./internal/local/options.ts";
export { startLocalServices } from "./internal/local/start.ts";
export type { LocalCompiler } from "./internal/solidity/compilers/find-compilers.ts";
