import { Memo } from "../builds/memo.ts";
import { emptyFindings, type Findings, type Found, withFound } from "./findings.ts";
import type { Ports } from "./ports.ts";
import type { VerifyRequest } from "./request.ts";
import { type Stage, Stopwatch } from "./stopwatch.ts";

/** What a stage works with. It changes nothing of it: it returns what it found out. */
export interface Run {
  readonly request: VerifyRequest;
  readonly ports: Ports;
  readonly stopwatch: Stopwatch;
  /** What the stages before it found out. */
  readonly findings: Findings;
  /** By address, in lower case: read once, and at the block of the contract's code. */
  readonly libraryCodes: Memo<string | undefined>;
}

/** What the stage `job` works with. What it sends must be in the report however the run ends, so it notes each step. */
export interface JobRun extends Run {
  readonly note: (found: Found) => void;
}

/** The run of one contract as the orchestrator has it, which alone adds to the findings. */
export class ContractRun implements JobRun {
  readonly request: VerifyRequest;
  readonly ports: Ports;
  readonly stopwatch: Stopwatch;
  readonly libraryCodes: Run["libraryCodes"] = new Memo();
  #findings: Findings;

  constructor(request: VerifyRequest, ports: Ports) {
    this.request = request;
    this.ports = ports;
    this.stopwatch = new Stopwatch(ports.clock);
    const network = { name: ports.chain.networkName, chainId: ports.chainId };
    this.#findings = { ...emptyFindings(request), network };
  }

  get findings(): Findings {
    return this.#findings;
  }

  note(found: Found | undefined): void {
    if (found !== undefined) this.#findings = withFound(this.#findings, found);
  }

  stage<T>(name: Stage, work: () => Promise<T>): Promise<T> {
    return this.stopwatch.time(name, work);
  }
}
