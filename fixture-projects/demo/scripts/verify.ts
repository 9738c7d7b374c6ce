import hre from "hardhat";
import { verifyContract } from "hardhat-verify-contract/verify";

/** Verifies from a script: the report is data, and what becomes of it is the script's business. */
const report = await verifyContract({ address: process.env.ADDRESS ?? "" }, hre);

process.stdout.write(`${JSON.stringify({ report, exitCode: process.exitCode ?? null })}\n`);
