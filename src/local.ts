export type { LocalCompiler } from "./internal/compiler/local-compiler.ts";
export type {
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
