import * as deployExtension from "@rocketh/deploy";
import * as proxyExtension from "@rocketh/proxy";
import * as readExecuteExtension from "@rocketh/read-execute";

export const config = { accounts: { deployer: { default: 0 } }, data: {} };

export const extensions = { ...deployExtension, ...proxyExtension, ...readExecuteExtension };
