import { assert } from "chai";
import { ENDPOINTS, type Endpoint } from "../../src/internal/services/endpoints.ts";
import { getPathParameters, PATH_FORMATS } from "../../src/internal/services/path-formats.ts";
import { QueryService, StatusService, VerificationService } from "../../src/services.ts";
import { COMPLETED_JOB, EXACT, QUERY_CONTRACT, SUBMISSION } from "../helpers/services/examples.ts";
import { failureOf, misuseOf } from "../helpers/services/failure-of.ts";
import { type Behaviour, json, serve, text } from "../helpers/services/fault-server.ts";
import { QUICK, VERIFICATION_ID } from "../helpers/services/quick.ts";

type Service = keyof typeof ENDPOINTS;
type Method = (...args: readonly unknown[]) => Promise<unknown>;

const CLIENTS = { verification: VerificationService, query: QueryService, status: StatusService } as const;

const HASH = `0x${"ab".repeat(48)}`;
const BLOCK = { count: 1, hash: HASH, number: 77, previous_hash: HASH, timestamp: { from: "1.0", to: null } };
const RESULT = {
  hash: PATH_FORMATS.transactionIdOrHash.example,
  timestamp: PATH_FORMATS.consensusTimestamp.example,
};
const SUMMARY = {
  status: { indicator: "none", description: "" },
  components: [],
  incidents: [],
  scheduled_maintenances: [],
};
/** An answer to each of the endpoints that are decoded; the others take any object. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  submit: { verificationId: VERIFICATION_ID },
  job: COMPLETED_JOB,
  "verification.contract": EXACT,
  "query.contract": { ...QUERY_CONTRACT, contract_id: PATH_FORMATS.contractIdOrAddress.example },
  block: BLOCK,
  contractResults: { results: [RESULT] },
  contractResult: RESULT,
  contractActions: { actions: [] },
  resultsOfContract: { results: [RESULT] },
  resultOfContractAt: RESULT,
};

const all = (Object.keys(ENDPOINTS) as Service[]).flatMap((service) =>
  Object.entries<Endpoint>(ENDPOINTS[service]).map(([name, endpoint]) => ({ service, name, endpoint })),
);

function answerOf(service: Service, name: string): Behaviour {
  const answer = ANSWERS[`${service}.${name}`] ?? ANSWERS[name];
  return json(200, answer ?? (service === "status" ? SUMMARY : { passed: "on" }));
}

/** Calls the method of an endpoint, found by its name in the table. */
async function call(url: string, service: Service, name: string, args: readonly unknown[]): Promise<unknown> {
  const client = new CLIENTS[service]({ ...QUICK, url });
  const method = Reflect.get(client, name) as Method | undefined;
  if (typeof method !== "function") assert.fail(`${service} has no method ${name}`);
  return method.call(client, ...args);
}

function examplesOf({ path, body }: Endpoint): readonly unknown[] {
  const values = getPathParameters(path).map((name) => PATH_FORMATS[name].example);
  if (body === "json") return [...values, path.startsWith("/v2") ? SUBMISSION : { data: "0x5c60da1b" }];
  return body === "protobuf" ? [...values, Buffer.from("0a00ff", "hex")] : values;
}

function filled(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: keyof typeof PATH_FORMATS) => PATH_FORMATS[name].example);
}

describe("services - every endpoint of the table", () => {
  for (const { service, name, endpoint } of all) {
    const { method, path, answer, query, body } = endpoint;
    it(`should be requested by ${service}.${name}: ${method} ${path}`, async () => {
      await using server = await serve(answerOf(service, name));
      await call(`${server.url}/base/`, service, name, examplesOf(endpoint));
      const found = server.requests.map((request) => [request.method, request.path]);
      assert.deepEqual(found, [[method, `/base${filled(path)}`]]);
      const type = { json: "application/json", protobuf: "application/protobuf", none: undefined }[
        body ?? "none"
      ];
      assert.equal(server.requests[0]?.headers["content-type"], type);
    });

    if (answer === "decoded") continue;
    assert.isUndefined(query);
    const isFirst = all.find((each) => each.endpoint.answer === answer && each.service === service);
    if (isFirst?.name !== name) continue;

    it(`should forward the query and return the raw response in ${service}.${name}`, async () => {
      await using server = await serve(text(200, '{"n":9223372036854775807,"list":[{"a":[1]}]}'));
      const options = {
        query: {
          limit: 2,
          order: "desc",
          "account.id": ["gte:0.0.1", "lt:0.0.9"],
          "ä&=": "ö +",
          no: undefined,
        },
      };
      const read = await call(server.url, service, name, [...examplesOf(endpoint), options]);
      assert.equal(
        server.requests[0]?.path,
        `${filled(path)}?limit=2&order=desc&account.id=gte%3A0.0.1&account.id=lt%3A0.0.9&%C3%A4%26%3D=%C3%B6+%2B`,
      );
      assert.deepEqual(read, { n: "9223372036854775807", list: [{ a: [1] }] });
    });

    it(`should reject a response that isn't an object in ${service}.${name}`, async () => {
      for (const wrong of ["[1]", "null", '"x"', "7", "", "{"]) {
        await using server = await serve(text(200, wrong));
        assert.equal(
          (await failureOf(call(server.url, service, name, examplesOf(endpoint)))).kind,
          "unusable",
        );
      }
    });

    it(`should recognise a 404 in ${service}.${name}`, async () => {
      await using server = await serve(json(404, { _status: { messages: [{ message: "Not found" }] } }));
      const asked = call(server.url, service, name, examplesOf(endpoint));
      if (answer === "one") assert.isUndefined(await asked);
      else assert.equal((await failureOf(asked)).status, 404);
    });
  }

  it("should list every method of the clients", () => {
    const known = {
      pages: "query",
      newestBlock: "query",
      transactionsAt: "query",
      recordUrl: "verification",
      jobUrl: "verification",
    };
    for (const service of Object.keys(CLIENTS) as Service[]) {
      let prototype: object = CLIENTS[service].prototype;
      const methods: string[] = [];
      for (; prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype) as object) {
        methods.push(...Object.getOwnPropertyNames(prototype));
      }
      const own = new Set(
        methods.filter((name) => !["constructor", "ask", "find", "post", "read"].includes(name)),
      );
      for (const [name, of] of Object.entries(known)) if (of === service) own.delete(name);
      assert.sameMembers([...own], Object.keys(ENDPOINTS[service]), service);
    }
  });

  it("should send the bytes of a fee estimate unchanged, and retry it like a GET", async () => {
    await using server = await serve(text(502, ""), json(200, { high_volume_multiplier: 1 }));
    const query = new QueryService({ ...QUICK, url: server.url });
    assert.deepEqual(await query.estimateFees(Buffer.from("0a03", "hex")), { high_volume_multiplier: 1 });
    const bodies = server.requests.map(({ body }) => body);
    assert.deepEqual(bodies, ["\n\u0003", "\n\u0003"]);
  });
});

describe("services - path parameters", () => {
  const HOSTILE = [
    "",
    "..",
    ".",
    "a/b",
    "%2e%2e",
    "0.0.1/..",
    "0.0.1?x=1",
    "0.0.1#x",
    "0.0.1\n",
    " 0.0.1",
    "-1",
    "0.0.12345678901",
    "ünïcode",
    "1e3",
  ];
  for (const { service, name, endpoint } of all) {
    const parameters = getPathParameters(endpoint.path);
    if (parameters.length === 0) continue;
    it(`should send nothing if a parameter of ${service}.${name} is invalid`, async () => {
      await using server = await serve(answerOf(service, name));
      for (const [index, parameter] of parameters.entries()) {
        for (const value of HOSTILE) {
          const args: unknown[] = [...examplesOf(endpoint)];
          args[index] = value;
          const expected = parameter === "contractIdOrAddress" ? "VC102" : "VC106";
          assert.equal(
            await misuseOf(call(server.url, service, name, args)),
            expected,
            `${parameter} ${value}`,
          );
        }
      }
      assert.isEmpty(server.requests);
    });
  }

  const TAKEN: Partial<Record<keyof typeof PATH_FORMATS, readonly string[]>> = {
    idOrAliasOrEvmAddress: [
      "1001",
      "0.1001",
      "0.0.1001",
      EXACT.address,
      EXACT.address.slice(2),
      "HIQQEXWKW53RKN4W6XXC4Q232SYNZ3SZANVZZSUME5B5PRGXL663UAQA",
      "0.0.HIQQEXWKW53RKN4W6XXC4Q232SYNZ3SZANVZZSUME5B5PRGXL663UAQA",
    ],
    transactionId: ["0.0.10-1234567890-000000000", `0x${"ab".repeat(32)}`, "ab".repeat(48)],
    consensusTimestamp: ["1234567890", "1234567890.1", "1234567890.000000001"],
    serialNumber: ["1", "9223372036854775807"],
    tokenId: ["2001", "0.0.2001"],
  };
  for (const [name, values] of Object.entries(TAKEN))
    it(`should accept every form of ${name}`, () => {
      for (const value of values)
        assert.match(value, PATH_FORMATS[name as keyof typeof PATH_FORMATS].pattern);
    });
});
