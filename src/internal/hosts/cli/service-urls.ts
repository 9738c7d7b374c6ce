import type { Environment } from "../../builds/project/foundry-config.ts";
import { isWebUrl } from "../../domain/web-url.ts";
import { SERVICE_KEYS, type ServiceKey } from "../../errors/host-words.ts";
import { withOptions } from "../../errors/next-step.ts";
import { invalidValue, type VerifyContractError } from "../../errors/problem.ts";
import { isObject } from "../../text/is-object.ts";

/** A URL without its scheme. */
export const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(\/|$)/;

function getUrlVariable(service: ServiceKey): string {
  return `VERIFY_CONTRACT_${service.toUpperCase()}_URL`;
}

/** @param real The process's own variables. A checkout's `.env` must never determine where sources are sent. */
export function findServices(verifierUrl: string | undefined, real: Environment) {
  return SERVICE_KEYS.flatMap((service) => {
    if (service === "verification" && verifierUrl !== undefined)
      return { service, source: "--verifier-url", url: verifierUrl };
    const source = getUrlVariable(service);
    const url = real[source];
    return url === undefined || url === "" ? [] : { service, source, url };
  });
}

/** Drops the settings of the replaced URLs, such as headers, because they must not reach a different service. */
export function addServices(config: unknown, named: ReturnType<typeof findServices>): unknown {
  for (const { source, url } of named) if (!isWebUrl(url)) throw noServiceUrl(source, redactUrl(url));
  if (!isObject(config)) return config;
  const services = named.map(({ service, url }) => [service, { url }] as const);
  const general = { ...config, ...Object.fromEntries(services) };
  const { chains } = config;
  if (!isObject(chains)) return general;
  const own = Object.entries(chains).map(([id, chain]) => {
    if (!isObject(chain)) return [id, chain];
    const replaced = services.filter(([service]) => chain[service] !== undefined);
    return [id, { ...chain, ...Object.fromEntries(replaced) }];
  });
  return { ...general, chains: Object.fromEntries(own) };
}

/** Suggests a URL if only the scheme is missing. A value with a secret is redacted, so no command repeats it. */
function noServiceUrl(source: string, value: string): VerifyContractError {
  const isFlag = source.startsWith("--") && HOST_AND_PORT.test(value);
  return invalidValue(source, value, "an http or https URL", {
    next: isFlag ? withOptions([source, `http://${value}`]) : undefined,
  });
}

/** Notes about variables in `.env` that seem to set a service, but don't. */
export function listUrlNotes(real: Environment, envFile: Environment): readonly string[] {
  return SERVICE_KEYS.map(getUrlVariable)
    .filter((name) => envFile[name] !== undefined && real[name] === undefined)
    .map((name) => `${name} in .env is ignored: a checkout must not choose where sources go.`);
}

/** The placeholder for parts of a URL that may be secret. */
export const LEFT_OUT = "…";

/** The path or query of a node URL often contains a key, so a URL is shown in full only if it has neither. */
export function redactUrl(text: string): string {
  const [, before = "", url = ""] = /^(--[\w-]+=)?(.*)$/s.exec(text) ?? [];
  if (!/^(https?|wss?):/i.test(url)) return text;
  const parsed = URL.parse(url);
  if (parsed === null) return `${before}${LEFT_OUT}`;
  const isWhole = /^\/?$/.test(parsed.pathname) && parsed.search === "" && parsed.hash === "";
  const hasUser = parsed.username !== "" || parsed.password !== "";
  return `${before}${parsed.protocol}//${parsed.host}${isWhole && !hasUser ? "" : `/${LEFT_OUT}`}`;
}
