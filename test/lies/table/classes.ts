/** Attacks that once ended as verified. Each has lies, and none may be a limit. */
export const KNOWN_CLASSES = {
  "switched-off-hash": "a record with an exact creation match and a weaker runtime match, of another program",
  "made-up-creation": "a creation side that the chain does not know",
  "literal-as-metadata": "code that ends in a literal which is the metadata of harmless sources",
  "planted-metadata": "a build's code that ends in the hash of false metadata",
  "remapped-input": "an input that remaps to a source which is neither on record nor in the metadata",
  "nested-library": "a library of a library that is another one",
  "unknown-library": "a library that no build has",
  "library-of-constructor": "a library that only the constructor calls, or what the constructor creates",
  "library-of-settings": "a library that the settings link",
  "planted-hash": "a library that ends in the metadata of another",
  "foreign-creation": "creation code that is not the build's, and that returns the build's runtime code",
  "written-code":
    "a constructor that returns other code than the compiler made, chosen by more than its sources",
  "wrong-implementation": "a proxy that shows another implementation than it runs",
  "recreated-address":
    "a contract that was destroyed and created anew by other init code, with the transaction of its first creation",
  "child-of-factory": "a factory's child whose creation is not known",
  "weaker-record": "a record that is weaker than the job of the run, with other sources",
  "contract-id": "a contract id that the query service gives another address",
  "changing-code": "code that changes during the run",
  "same-name": "a deployment record that names the same name in another file",
  "unlinked-library": "libraries of a manifest under names that are not linked",
  "named-clone":
    "a clone of another contract, or a well-known code, in the place of a contract that has a name",
  "vouched-clone": "a clone of code that the verification service alone vouches for",
  "shown-code": "code without sources that the node alone shows in the place of a verified contract",
  "false-transaction": "a false creation transaction or false constructor arguments",
  "another-job": "a journal line that gives one input another input's job",
  "storage-layout": "another storage layout in an exact match",
  "filled-in-immutables": "compiled code on record whose immutables are filled in",
  "call-protection": "a library with the call protection of another",
  "other-run": "a green report of another run, merged with a red one",
  "replaced-code":
    "a library or an implementation whose code is replaced at the same address after it was locked",
  "names-of-objects": "contract names that are names of an object's own members",
  "nothing-compiled": "an input that nothing compiled here",
  secrets: "secrets in URLs, and secrets that a server echoes",
  "duplicate-keys": "the same key twice in one object of a record or a job",
} as const;

export type KnownClass = keyof typeof KNOWN_CLASSES;
