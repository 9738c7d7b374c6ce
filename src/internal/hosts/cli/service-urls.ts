import type { Environment } from "../../builds/project/foundry-files.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { isObject } from "../../text/is-object.ts";
import { shownUrl } from "./shown-url.ts";

const SERVICES = ["verification", "query", "status"] as const;
type Service = (typeof SERVICES)[number];

/** URLs that precede the configuration file. */
export type ServiceUrls = Readonly<Partial<Record<Service, string>>>;

/** `VERIFY_CONTRACT_VERIFICATION_URL` */
function urlVariable(service: Service): string {
  return `VERIFY_CONTRACT_${service.toUpperCase()}_URL`;
}

/**
 * The URLs of the command line, else of the environment.
 *
 * @param real Variables of the process alone: those of a checkout's `.env` never choose where sources go.
 * @throws VerifyContractError VC106 for what is no http or https URL.
 */
export function serviceUrls(verifierUrl: string | undefined, real: Environment): ServiceUrls {
  const named = namedUrls(verifierUrl, real);
  return Object.fromEntries(named.map(({ service, source, url }) => [service, validUrl(source, url)]));
}

/** The option or the variable that names the URL of each. */
export function urlSources(verifierUrl: string | undefined, real: Environment): ServiceUrls {
  return Object.fromEntries(namedUrls(verifierUrl, real).map(({ service, source }) => [service, source]));
}

interface NamedUrl {
  readonly service: Service;
  readonly source: string;
  readonly url: string;
}

function namedUrls(verifierUrl: string | undefined, real: Environment): readonly NamedUrl[] {
  return SERVICES.flatMap((service) => {
    if (service === "verification" && verifierUrl !== undefined)
      return { service, source: "--verifier-url", url: verifierUrl };
    const source = urlVariable(service);
    const url = real[source];
    return url === undefined || url === "" ? [] : { service, source, url };
  });
}

/**
 * The configuration with other URLs, for every chain. What is configured beside a URL, such as headers, belongs to
 * that service and is none of another's business.
 */
export function withServiceUrls(config: unknown, urls: ServiceUrls): unknown {
  if (!isObject(config)) return config;
  const { chains } = config;
  const others = isObject(chains)
    ? Object.entries(chains).map(([id, chain]) => [
        id,
        isObject(chain) ? replaced(chain, urls, false) : chain,
      ])
    : undefined;
  return {
    ...replaced(config, urls, true),
    ...(others === undefined ? {} : { chains: Object.fromEntries(others) }),
  };
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

function replaced(
  config: Readonly<Record<string, unknown>>,
  urls: ServiceUrls,
  isGeneral: boolean,
): Readonly<Record<string, unknown>> {
  const entries = SERVICES.flatMap((service) => {
    const url = urls[service];
    return url === undefined || (!isGeneral && config[service] === undefined) ? [] : [[service, { url }]];
  });
  return { ...config, ...Object.fromEntries(entries) };
}

function validUrl(source: string, url: string): string {
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? "")) return url;
  throw new VerifyContractError("VC106", {
    values: { option: source, value: shownUrl(url) },
    facts: [["Takes", "an http or https URL"]],
  });
}
