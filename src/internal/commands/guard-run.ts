import { VerifyContractError } from "../errors/problem.ts";
import { unforeseen } from "../pipeline/unforeseen.ts";
import type { Secrets } from "../text/secrets.ts";
import type { Host } from "./host.ts";
import { configuredSecrets, guardedHost } from "./secrets-of-host.ts";

/** What a command works with: a host whose secrets are known, and where its progress goes. */
export interface Guarded<Event> {
  readonly host: Host;
  readonly onProgress: (event: Event) => void;
  /** Those that are known by now. */
  readonly secrets: Secrets;
}

/** What it takes of a host to show an error. */
export type ErrorHost = Pick<Host, "explains" | "userConfig" | "words">;

/**
 * The border of a run. No secret of its URLs and headers gets past it: not in the result, not in an event, not in an error.
 * Every error is a VerifyContractError in the words of the host, but for what the host explains by itself and what the
 * caller's own `onProgress` throws.
 *
 * @throws VerifyContractError VC999 for what was not foreseen.
 */
export async function guardRun<Event, T>(
  host: Host,
  onProgress: ((event: Event) => void) | undefined,
  work: (guarded: Guarded<Event>) => Promise<T>,
): Promise<T> {
  const secrets = configuredSecrets(host);
  /** What the caller's own function threw, which is no mistake of ours. */
  const ofCaller: unknown[] = [];
  const show = (event: Event): void => {
    try {
      onProgress?.(secrets.redactAll(event));
    } catch (error) {
      ofCaller.push(error);
      throw error;
    }
  };
  try {
    const result = await work({ host: guardedHost(host, secrets), onProgress: show, secrets });
    if (ofCaller.length > 0) throw ofCaller[0];
    return secrets.redactAll(result);
  } catch (error) {
    if (ofCaller.length > 0) throw ofCaller[0];
    throw shownError(error, host, secrets);
  }
}

/** An error as the caller may see it. */
export function shownError(error: unknown, host: ErrorHost, secrets = configuredSecrets(host)): unknown {
  secrets.redactError(error);
  if (host.explains(error)) return error;
  const known = error instanceof VerifyContractError ? error : unforeseen(error);
  return known.withTexts((value) => secrets.redactAll(value)).for({ words: host.words });
}
