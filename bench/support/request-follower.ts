const NOTHING = Buffer.alloc(0);
const HEAD_END = "\r\n\r\n";

/**
 * Follows the requests of one connection from byte to byte: counts them, and names another server in their Host
 * header, without which the local services answer nothing.
 */
export class RequestFollower {
  readonly #host: string;
  #requests = 0;
  #head = NOTHING;
  #bodyLeft = 0;

  constructor(host: string) {
    this.#host = host;
  }

  /** How many requests have begun. */
  get requests(): number {
    return this.#requests;
  }

  /** What to pass on for the next bytes; the start of a head is kept back until all of it is there. */
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
