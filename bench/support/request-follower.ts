const NOTHING = Buffer.alloc(0);
const HEAD_END = "\r\n\r\n";

/**
 * Follows the requests of one connection byte by byte. Counts them, and replaces the server in their Host header,
 * because the local services reject unknown hosts.
 */
export class RequestFollower {
  readonly #host: string;
  #requests = 0;
  #head = NOTHING;
  #bodyLeft = 0;

  constructor(host: string) {
    this.#host = host;
  }

  /** The number of requests that have started. */
  get requests(): number {
    return this.#requests;
  }

  /** Returns the bytes to forward. Holds back the start of a head until the head is complete. */
  follow(bytes: Buffer): Buffer {
    const passed: Buffer[] = [];
    let rest = bytes;
    while (rest.length > 0) {
      if (this.#bodyLeft > 0) {
        const part = rest.subarray(0, this.#bodyLeft);
        passed.push(part);
        this.#bodyLeft -= part.length;
        rest = rest.subarray(part.length);
        continue;
      }
      const seen = Buffer.concat([this.#head, rest]);
      const end = seen.indexOf(HEAD_END);
      this.#head = end === -1 ? seen : NOTHING;
      if (end === -1) break;
      const head = seen.toString("latin1", 0, end + HEAD_END.length);
      passed.push(Buffer.from(head.replace(/^host:.*$/im, `host: ${this.#host}`), "latin1"));
      rest = seen.subarray(end + HEAD_END.length);
      this.#bodyLeft = bodyLength(head);
      this.#requests++;
    }
    return Buffer.concat(passed);
  }
}

function bodyLength(head: string): number {
  if (/^transfer-encoding:/im.test(head)) throw new Error("a chunked request can't be followed");
  return Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
}
