import { isHedera } from "../domain/hedera.ts";
import { flagOf, OPTIONS } from "../domain/options.ts";
import { SERVICE_KEYS, type ServiceKey } from "../errors/host-words.ts";
import type { CommandOption } from "../errors/next-step.ts";
import { isLoopback } from "./http/urls.ts";

type Services = Readonly<Partial<Record<ServiceKey, { readonly url: string } | false | undefined>>>;

/** The options that make `serve` listen at the services' local URLs. Empty if those use its default ports. */
export function listServePorts(services: Services, chainId: number): readonly CommandOption[] {
  // Hedera's local networks have their own mirror nodes.
  const keys = isHedera(chainId) ? (["verification"] as const) : SERVICE_KEYS;
  return keys.flatMap((key): readonly CommandOption[] => {
    const service = services[key];
    if (!service || !isLoopback(service.url)) return [];
    const port = new URL(service.url).port || "80";
    return port === getDefaultPort(key) ? [] : [[flagOf(`${key}Port`), port]];
  });
}

export function getDefaultPort(key: ServiceKey): string {
  return String(OPTIONS.find(({ name }) => name === `${key}Port`)?.default);
}
