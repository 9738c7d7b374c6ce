import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import {
  all,
  type Body,
  evidenceOf,
  set,
  withBody,
  withBuildOf,
} from "../../helpers/cross-check/one-check.ts";
import { itHasState } from "../../helpers/cross-check/one-claim.ts";

const { storageLayout } = evidenceOf("plain").record;
const withLayout = (evidence: Evidence, layout: unknown): Evidence =>
  withBuildOf(evidence, ({ compiled }) => ({ compiled: compiled && { ...compiled, storageLayout: layout } }));

const noLayout = set("storageLayout", null);
/** The functions are still the build's. */
const otherOutputs = set("abi", (old) =>
  old.map((entry: Body) => ({
    ...entry,
    outputs: [{ name: "other", type: "uint256", internalType: "uint256" }],
  })),
);

describe("cross-check - the claim interface", () => {
  itHasState("interface", {
    proven: {
      "a build with the ABI and the storage layout": withLayout(evidenceOf("plain"), storageLayout),
      "a record without a storage layout": withLayout(withBody("plain", noLayout), undefined),
      "a record without a storage layout and without a metadata hash": withBody(
        "metadata-hash-none",
        noLayout,
      ),
    },
    vouched: {
      "a storage layout that no local build has": withLayout(evidenceOf("plain"), undefined),
      "a check that is unknown": withLayout(withBody("plain", set("signatures", null)), storageLayout),
      "a build with only its functions": withBody("metadata-hash-none", all(otherOutputs, noLayout)),
    },
  });
});
