// The parts of undici that src/ uses, under the names from its index. The build uses this file instead of the index.
import api from "../../node_modules/undici/lib/api/index.js";
import Agent from "../../node_modules/undici/lib/dispatcher/agent.js";
import Dispatcher from "../../node_modules/undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "../../node_modules/undici/lib/dispatcher/env-http-proxy-agent.js";

// As in undici's index. Requests for proxy tunnels also use these methods.
Object.assign(Dispatcher.prototype, api);

/** Like the index's `request`, but requires a URL and a dispatcher. */
function request({ origin, pathname, search }, { dispatcher, method = "GET", ...options }) {
  return dispatcher.request({ ...options, origin, method, path: `${pathname}${search}` });
}

export { Agent, EnvHttpProxyAgent, request };
