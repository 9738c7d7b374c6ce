import { assert } from "chai";
import { recordedEvidence, recording, VERIFIED } from "../helpers/cross-check/recorded-evidence.ts";
import { recordedQueries } from "../helpers/services/recordings.ts";
import { type Base, type Body, blockAround, makeBase } from "./bases/base.ts";
import { madeBases } from "./bases/made.ts";
import { assertNoAlarm, GOOD_CASES } from "./good-cases.ts";
import { NOT_CHECKED } from "./not-checked.ts";
import { isCaught, isCaughtByTheRightOne, type Result, sameChange, shown, tamperWith } from "./tamper-all.ts";

const LEAST_TAMPERINGS = 150;
const LEAST_PHENOMENA = 10;

describe("tamper - changes to a record or the query service's answers", () => {
  let bases: readonly Base[] = [];
  let results: readonly Result[] = [];

  before(async () => {
    bases = [...recordedBases(), ...(await madeBases())];
    results = bases.flatMap((base) => tamperWith(base));
  });
  after(() => {
    const checked = results.filter(isChecked);
    const caught = checked.filter(isCaught).length;
    process.stdout.write(
      `  ${caught} of ${checked.length} tamperings caught; ${NOT_CHECKED.length} fields not checked (docs/cross-checks.md)\n`,
    );
  });

  it("should start from enough phenomena, which pass unchanged", () => {
    assert.isAtLeast(recordedBases().length, LEAST_PHENOMENA);
    for (const base of bases) assertNoAlarm(base, base.name);
  });

  it("should be caught alone and in pairs, except those listed as not checked", () => {
    assert.isAtLeast(results.length, LEAST_TAMPERINGS);
    const missed = results.filter((result) => result.listed === undefined && !isCaught(result));
    assert.isEmpty(missed.map(shown), missed.map(shown).join("\n"));
  });

  it("should be caught by the right check", () => {
    const wrong = results.filter((result) => isCaught(result) && !isCaughtByTheRightOne(result));
    assert.isEmpty(wrong.map(shown), wrong.map(shown).join("\n"));
  });

  it("should be listed as not checked only if nothing catches them", () => {
    const listed = results.filter((result) => result.listed !== undefined && result.judged.kind !== "border");
    const key = (result: Result) => `${result.listed?.field}: ${sameChange(result)}`;
    const missed = new Set(listed.filter((result) => !isCaught(result)).map(key));
    const tooMuch = [...new Set(listed.map(key))].filter((each) => !missed.has(each));
    assert.isEmpty(tooMuch, tooMuch.join("\n"));
    const needed = new Set(listed.filter((result) => !isCaught(result)).map((result) => result.listed));
    const unneeded = NOT_CHECKED.filter((entry) => !needed.has(entry)).map(({ field }) => field);
    assert.isEmpty(unneeded, unneeded.join("\n"));
  });

  for (const [what, change] of Object.entries(GOOD_CASES)) {
    it(`should raise no alarm: ${what}`, () => {
      for (const base of bases) assertNoAlarm(change(base), `${base.name}, ${what}`);
    });
  }
});

function recordedBases(): readonly Base[] {
  return VERIFIED.map((name) => {
    const it = recording(name);
    const { record, query, creationBlock, ...chain } = recordedEvidence(it);
    if (query.state !== "known") throw new Error(`${name}: no query service.`);
    const contract: Body = recordedContract(it.address) ?? query.contract;
    const createdS = Number(contract.created_timestamp.split(".")[0]);
    const { creation } = chain.facts;
    const answers = {
      record: it.record.body,
      query: contract,
      block: creation === undefined ? undefined : blockAround(createdS, creation.blockNumber),
    };
    return makeBase(
      `recorded: ${name}`,
      {
        ...chain,
        facts: {
          ...chain.facts,
          creation: creation === undefined ? undefined : { ...creation, timestampS: createdS },
        },
        now: new Date((createdS + 3600) * 1000),
      },
      answers,
    );
  });
}

/** The recorded answer about this contract, if there is one. */
function recordedContract(address: string): Body | undefined {
  return recordedQueries()
    .map(({ response }) => response.body as Body)
    .find(
      ({ evm_address, deleted, file_id }) =>
        evm_address === address.toLowerCase() && deleted === false && file_id === null,
    );
}

/** A listed change may still be refused or caught otherwise, and then counts. */
function isChecked(result: Result): boolean {
  return result.listed === undefined || isCaught(result);
}
