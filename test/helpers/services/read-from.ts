import { VerificationService } from "../../../src/internal/services/verification/verification-service.ts";
import { type Behaviour, serve } from "./fault-server.ts";
import { ADDRESS, QUICK, VERIFICATION_ID } from "./quick.ts";

/** The record that a client reads from a service. Undefined if the contract isn't verified. */
export async function recordFrom(behaviour: Behaviour) {
  await using server = await serve(behaviour);
  const service = new VerificationService({ ...QUICK, url: server.url });
  return await service.contract(296, ADDRESS, { fields: ["all"] });
}

/** The job that a client reads from a service. */
export async function jobFrom(behaviour: Behaviour) {
  await using server = await serve(behaviour);
  return await new VerificationService({ ...QUICK, url: server.url }).job(VERIFICATION_ID);
}
