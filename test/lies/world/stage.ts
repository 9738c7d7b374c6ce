import type { CompilerRelease } from "../../helpers/corpus/phenomenon.ts";
import { get } from "../../helpers/local/client.ts";
import { Evil } from "./evil.ts";
import type { Body } from "./lying-proxy.ts";
import type { Kind, Subject } from "./subjects.ts";
import type { LiesWorld } from "./world.ts";
import { CHAIN_ID } from "./world.ts";

export interface Stage {
  readonly world: LiesWorld;
  readonly subjects: readonly Subject[];
  /** The subjects of all lies. */
  readonly lied: readonly Subject[];
  subject(compiler: CompilerRelease, kind: Kind): Subject;
  /** An honest contract of the same compiler with different code and functions. */
  otherThan(subject: Subject): Subject;
  recordOf(subject: Pick<Subject, "address">): Promise<Body>;
  queryOf(subject: Pick<Subject, "address">): Promise<Body>;
  readonly evil: Evil;
}

export function stageOf(world: LiesWorld, subjects: readonly Subject[], lied: readonly Subject[]): Stage {
  const records = new Map<string, Promise<Body>>();
  const queries = new Map<string, Promise<Body>>();
  const read = (known: Map<string, Promise<Body>>, url: string): Promise<Body> => {
    const found = known.get(url) ?? get(url).then(({ body }) => body);
    known.set(url, found);
    return found.then((body) => structuredClone(body));
  };
  const subject = (compiler: CompilerRelease, kind: Kind): Subject => {
    const found = subjects.find((each) => each.compiler === compiler && each.kind === kind);
    if (found === undefined) throw new Error(`There is no ${kind} of ${compiler}.`);
    return found;
  };
  return {
    world,
    evil: new Evil(world),
    subjects,
    lied,
    subject,
    otherThan: ({ compiler, kind }) => subject(compiler, kind === "named" ? "counter" : "named"),
    recordOf: ({ address }) =>
      read(records, `${world.services.verification.url}/v2/contract/${CHAIN_ID}/${address}?fields=all`),
    queryOf: ({ address }) => read(queries, `${world.services.query.url}/api/v1/contracts/${address}`),
  };
}
