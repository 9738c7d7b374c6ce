/**
 * Where the project lives. `package.json` can't import it, so a test holds its `repository`, `homepage` and `bugs` to
 * this, and every other file that names the place too.
 */
export const HOME = "https://github.com/OWNER/hardhat-verify-contract";
