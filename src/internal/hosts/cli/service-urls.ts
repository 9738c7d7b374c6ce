import type { Environment } from "../../builds/project/foundry-config.ts";
import { isWebUrl } from "../../domain/web-url.ts";
import { invalidValue } from "../../errors/problem.ts";
import { isObject } from "../../text/is-object.ts";

const SERVICES = ["verification", "query", "status"] as const;
type Service = (typeof SERVICES)[number];

/** A service whose URL precedes the configuration file. */
interface NamedService {
  readonly service: Service;
  /** The option or the variable that names it. */
  readonly source: string;
  readonly url: string;
}

function urlVariable(service: Service): string {
  return `VERIFY_CONTRACT_${service.toUpperCase()}_URL`;
}

/**
 * The services that the command line names, else the environment.
 *
 * @param real Variables of the process alone: those of a checkout's `.env` never choose where sources go.
 */
export function namedServices(verifierUrl: string | undefined, real: Environment): readonly NamedService[] {
  return SERVICES.flatMap((service) => {
    if (service === "verification" && verifierUrl !== undefined)
      return { service, source: "--verifier-url", url: verifierUrl };
    const source = urlVariable(service);
    const url = real[source];
    return url === undefined || url === "" ? [] : { service, source, url };
  });
}

/**
 * The configuration with the URLs of other services, for every chain. Settings beside a URL, such as headers, belong to that
 * service and must not reach another one.
 *
 * @throws VerifyContractError VC106 for anything but an http or https URL.
 */
export function withServices(config: unknown, named: readonly NamedService[]): unknown {
  for (const { source, url } of named)
    if (!isWebUrl(url)) throw invalidValue(source, shownUrl(url), "an http or https URL");
  if (!isObject(config)) return config;
  const replaced = (keys: Readonly<Record<string, unknown>>, isGeneral: boolean) => ({
    ...keys,
    ...Object.fromEntries(
      named.flatMap(({ service, url }) =>
        isGeneral || keys[service] !== undefined ? [[service, { url }] as const] : [],
      ),
    ),
  });
  const { chains } = config;
  if (!isObject(chains)) return replaced(config, true);
  const others = Object.entries(chains).map(([id, chain]) => [
    id,
    isObject(chain) ? replaced(chain, false) : chain,
  ]);
  return { ...replaced(config, true), chains: Object.fromEntries(others) };
}

/** Sentences about variables that look as if they named a service, and do not. */
export function urlNotes(
  verifierUrl: string | undefined,
  real: Environment,
  ofFile: Environment,
): readonly string[] {
  const variables = SERVICES.map(urlVariable);
  const unread = variables.filter((name) => ofFile[name] !== undefined && real[name] === undefined);
  const [verification = ""] = variables;
  const hasForges = verifierUrl === undefined && real[verification] === undefined && real.VERIFIER_URL;
  return [
    ...unread.map((name) => `${name} in .env is not read: a checkout never chooses where sources go.`),
    ...(hasForges
      ? [`VERIFIER_URL is not read: --verifier-url or ${verification} names the verification service.`]
      : []),
  ];
}

/** The replacement for parts of a URL that may be secret. */
export const LEFT_OUT = "…";

/**
 * A URL for printing, also in `--option=<url>`: the path and the query of a node's URL are often a key, so that only a
 * URL of nothing but a host is shown whole. Any other text stays.
 */
export function shownUrl(text: string): string {
  const [, before = "", url = ""] = /^(--[\w-]+=)?(.*)$/s.exec(text) ?? [];
  if (!/^(https?|wss?):/i.test(url)) return text;
  const parsed = URL.parse(url);
  if (parsed === null) return `${before}${LEFT_OUT}`;
  const isWhole = /^\/?$/.test(parsed.pathname) && parsed.search === "" && parsed.hash === "";
  const hasUser = parsed.username !== "" || parsed.password !== "";
  return `${before}${parsed.protocol}//${parsed.host}${isWhole && !hasUser ? "" : `/${LEFT_OUT}`}`;
}
