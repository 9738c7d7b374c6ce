import type { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import type { Operation } from "./faults.ts";

/** Whether an operation goes to the other address; `hasSubmitted` is whether a submission came before it. */
export type GoesElsewhere = (operation: Operation, hasSubmitted: boolean) => boolean;

const OPERATIONS: Readonly<Record<string, Operation>> = { submit: "submit", job: "poll", contract: "record" };

/**
 * A verification service of which some operations are at another address: a fault of an address hits everything that
 * is asked there.
 */
export function partlyElsewhere(
  here: VerificationService,
  there: VerificationService,
  goesElsewhere: GoesElsewhere,
): VerificationService {
  let hasSubmitted = false;
  return new Proxy(here, {
    get: (_, name) => {
      const operation = OPERATIONS[String(name)];
      const service = operation !== undefined && goesElsewhere(operation, hasSubmitted) ? there : here;
      hasSubmitted ||= operation === "submit";
      const value: unknown = Reflect.get(service, name, service);
      return typeof value === "function" ? value.bind(service) : value;
    },
  });
}
