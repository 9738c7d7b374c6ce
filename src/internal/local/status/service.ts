import type { LocalService } from "../http/listen.ts";
import { statusPages } from "./pages.ts";
import { initialState, type StatusPatch, type StatusState } from "./state.ts";

export interface SettableStatusService extends LocalService {
  set(patch: StatusPatch): void;
}

/** The status service: Statuspage's eight endpoints over a state that tests set. */
export function statusService(now: () => number): SettableStatusService {
  const timestamp = (): string => new Date(now()).toISOString();
  let state: StatusState = initialState(timestamp());
  return {
    set: (patch) => {
      state = { ...state, ...patch, updatedAt: timestamp() };
    },
    handle: async ({ method, path, host }) => {
      const pages = statusPages(state, `http://${host}`);
      const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
      if (page === undefined || (method !== "GET" && method !== "HEAD")) {
        return { status: 404, json: { error: "Not found" } };
      }
      return { status: 200, json: page };
    },
    failed: () => ({ status: 500, json: { error: "Internal server error" } }),
  };
}
