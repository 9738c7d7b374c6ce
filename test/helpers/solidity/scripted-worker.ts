import { answerRequests } from "../../../src/internal/solidity/compilers/worker-process.ts";

export type Script =
  | { readonly do: "answer"; readonly answer: unknown }
  | { readonly do: "report" }
  | { readonly do: "throw"; readonly message: string }
  | { readonly do: "throw-aside"; readonly message: string }
  | { readonly do: "exit"; readonly code: number };

export interface WorkerReport {
  readonly pid: number;
  readonly execArgv: readonly string[];
  readonly nodeOptions: string | undefined;
}

answerRequests<Script, unknown>(async (script) => {
  switch (script.do) {
    case "answer":
      return script.answer;
    case "report":
      return { pid: process.pid, execArgv: process.execArgv, nodeOptions: process.env.NODE_OPTIONS };
    case "throw":
      throw new Error(script.message);
    case "throw-aside":
      setImmediate(() => {
        throw new Error(script.message);
      });
      return new Promise(() => undefined);
    case "exit":
      return process.exit(script.code);
  }
});
