import { assert } from "chai";
import { recordedQueries } from "../helpers/conformance/recordings.ts";
import { queryContract } from "../helpers/conformance/shapes.ts";
import { SUBJECTS, type Subject } from "../helpers/conformance/subjects.ts";

/** A development chain has no contracts made from files or deleted, and numbers its contracts from elsewhere. */
const LEDGER_ONLY = /created from a file|deleted|^(?!plain).*, by contract id$/;

for (const [subjectName, start] of Object.entries(SUBJECTS)) {
  describe(`conformance - query service - ${subjectName}`, function () {
    this.timeout(60_000);
    let subject: Subject;

    before(async () => {
      subject = await start();
    });
    after(() => subject.close());

    for (const exchange of recordedQueries()) {
      const { about, response } = exchange;
      if (LEDGER_ONLY.test(about) && subjectName !== "the recordings") continue;

      it(`should answer as it was recorded: ${about}`, async () => {
        const { status, body } = await subject.query(exchange);
        assert.equal(status, response.status);
        if (status !== 200) {
          assert.deepEqual(body, response.body);
          return;
        }
        const contract = queryContract.parse(body);
        const recorded = queryContract.parse(response.body);
        assert.equal(contract.evm_address, recorded.evm_address);
        assert.equal(contract.runtime_bytecode, recorded.runtime_bytecode);
        assert.equal(contract.bytecode, recorded.bytecode);
        assert.equal(contract.deleted, recorded.deleted);
        assert.equal(seconds(contract.created_timestamp), seconds(recorded.created_timestamp));
        assert.equal(contract.timestamp.from, contract.created_timestamp);
        assert.equal(contract.timestamp.to, null);
      });
    }
  });
}

function seconds(timestamp: string | null): string | undefined {
  return timestamp?.split(".")[0];
}
