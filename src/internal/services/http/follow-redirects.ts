import { type About, unusableAnswer } from "./failures.ts";
import { type HttpAnswer, type HttpRequest, sendOnce } from "./send-once.ts";
import { withoutCredentials } from "./without-credentials.ts";

const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Other redirects turn a POST into a GET. */
const KEEP_METHOD = new Set([307, 308]);

/**
 * Sends a request and follows a few redirects inside its own origin. Sources and headers never go to an origin that is
 * not configured, not even from http to https of the same host.
 *
 * @throws ServiceError for a redirect that isn't followed, and whatever {@link sendOnce} throws
 */
export async function followRedirects(request: HttpRequest, about: About): Promise<HttpAnswer> {
  let { url } = request;
  for (let followed = 0; ; followed++) {
    const answer = await sendOnce({ ...request, url });
    if (!REDIRECTS.has(answer.status)) return answer;

    const refuse = (reason: string) => unusableAnswer(answer, about, reason);
    const next = answer.location === undefined ? null : URL.parse(answer.location, url.href);
    if (next === null) throw refuse("a redirect without an address");
    const where = withoutCredentials(next);
    if (next.origin !== url.origin)
      throw unusableAnswer(answer, about, `a redirect to another origin, ${where}, is not followed`, {
        redirectsTo: next.origin,
      });
    if (request.method !== "GET" && !KEEP_METHOD.has(answer.status)) {
      throw refuse(`a redirect of a ${request.method} to ${where} is not followed`);
    }
    if (followed === MAX_REDIRECTS)
      throw refuse(`more than ${MAX_REDIRECTS} redirects, the last to ${where}`);
    url = next;
  }
}
