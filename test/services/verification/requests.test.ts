import { assert } from "chai";
import { VerificationService } from "../../../src/internal/services/verification/verification-service.ts";
import { COMPLETED_JOB, EXACT, NO_MATCH, SUBMISSION } from "../../helpers/services/examples.ts";
import { failureOf, misuseOf } from "../../helpers/services/failure-of.ts";
import { json, serve, text } from "../../helpers/services/fault-server.ts";
import { ADDRESS, QUICK, VERIFICATION_ID } from "../../helpers/services/quick.ts";

function service(url: string): VerificationService {
  return new VerificationService({ ...QUICK, url });
}

describe("services - verification service - requests", () => {
  it("should send a submission", async () => {
    await using server = await serve(json(202, { verificationId: VERIFICATION_ID.toUpperCase() }));
    const submitted = await service(`${server.url}/server/`).submit(296, ADDRESS, SUBMISSION);
    assert.equal(submitted.verificationId, VERIFICATION_ID);
    assert.closeTo(submitted.acceptedAt?.getTime() ?? 0, Date.now(), 60_000);
    const { method, path, body } = server.requests[0] ?? assert.fail();
    assert.equal(`${method} ${path}`, `POST /server/v2/verify/296/${ADDRESS}`);
    const { stdJsonInput, ...others } = JSON.parse(body);
    const { outputSelection, ...settings } = stdJsonInput.settings;
    assert.deepEqual({ ...others, stdJsonInput: { ...stdJsonInput, settings } }, SUBMISSION);
    assert.includeMembers(outputSelection["a.sol"].A, ["abi", "metadata", "evm.bytecode"]);
  });

  it("should request a job", async () => {
    await using server = await serve(json(200, COMPLETED_JOB));
    await service(server.url).job(VERIFICATION_ID.toUpperCase());
    assert.equal(server.requests[0]?.path, `/v2/verify/${VERIFICATION_ID}`);
  });

  it("should request a whole record, selected fields, or all but some fields", async () => {
    await using server = await serve(json(200, EXACT));
    const it = service(server.url);
    await it.contract("296", ADDRESS);
    await it.contract(296n, ADDRESS, { fields: ["abi", "deployment.blockNumber"] });
    await it.contract(296, ADDRESS, { omit: ["sources", "stdJsonInput"] });
    const found = server.requests.map(({ path }) => decodeURIComponent(path));
    assert.deepEqual(found, [
      `/v2/contract/296/${ADDRESS}`,
      `/v2/contract/296/${ADDRESS}?fields=abi,deployment.blockNumber`,
      `/v2/contract/296/${ADDRESS}?omit=sources,stdJsonInput`,
    ]);
  });

  it("should send nothing if an argument is invalid", async () => {
    await using server = await serve(json(200, EXACT));
    const it = service(server.url);
    for (const address of ["", "0x1234", ADDRESS.slice(2), `${ADDRESS}/..`, `${ADDRESS}\n`, `${ADDRESS}00`]) {
      assert.equal(await misuseOf(it.contract(296, address)), "VC106", address);
      assert.equal(await misuseOf(it.submit(296, address, SUBMISSION)), "VC106", address);
    }
    for (const chainId of ["", "0x128", -1, 1.5, Number.NaN, "1".repeat(21), "296/.."])
      assert.equal(await misuseOf(it.contract(chainId, ADDRESS)), "VC106", String(chainId));
    for (const id of ["", "abc", `${VERIFICATION_ID}/..`, `../${VERIFICATION_ID}`])
      assert.equal(await misuseOf(it.job(id)), "VC106", id);
    assert.equal(await misuseOf(it.contract(1, ADDRESS, { fields: ["abi"], omit: ["abi"] })), "VC112");
    assert.lengthOf(server.requests, 0);
  });

  it("should treat a 404 as 'not verified' only if the service says so", async () => {
    await using server = await serve(json(404, NO_MATCH));
    assert.isUndefined(await service(server.url).contract(296, ADDRESS));

    for (const behaviour of [
      text(404, "<!DOCTYPE html>\n<pre>Cannot GET</pre>", { "content-type": "text/html" }),
      json(404, { customCode: "job_not_found", message: "no" }),
      json(404, {}),
      json(404, EXACT),
      text(404, ""),
    ]) {
      await using other = await serve(behaviour);
      const error = await failureOf(service(other.url).contract(296, ADDRESS));
      assert.deepEqual([error.kind, error.status], ["refused", 404]);
    }
  });
});
