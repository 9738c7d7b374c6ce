// What src/ uses of undici, under the names of its index. The build takes it instead of the index.
import api from "../../node_modules/undici/lib/api/index.js";
import Agent from "../../node_modules/undici/lib/dispatcher/agent.js";
import Dispatcher from "../../node_modules/undici/lib/dispatcher/dispatcher.js";
import EnvHttpProxyAgent from "../../node_modules/undici/lib/dispatcher/env-http-proxy-agent.js";

// As the index does; tunnels through proxies are asked for so, too.
Object.assign(Dispatcher.prototype, api);

/** As the index has it, for a URL and a dispatcher that are given. */
function request({ origin, pathname, search }, { dispatcher, method = "GET", ...options }) {
  return dispatcher.request({ ...options, origin, method, path: `${pathname}${search}` });
}

export { Agent, EnvHttpProxyAgent, request };
