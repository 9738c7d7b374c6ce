export type {
  LocalForwarding,
  LocalPorts,
  LocalServices,
  LocalServicesOptions,
} from "./internal/local/options.ts";
export { startLocalServices } from "./internal/local/start.ts";
export type {
  StatusComponent,
  StatusIncident,
  StatusMaintenance,
  StatusPatch,
} from "./internal/local/status/state.ts";
export type { LocalCompiler } from "./internal/solidity/compilers/local-compiler.ts";
