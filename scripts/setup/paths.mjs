import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CHECKOUT = fileURLToPath(new URL("../../", import.meta.url));

export const inCheckout = (...parts) => join(CHECKOUT, ...parts);
