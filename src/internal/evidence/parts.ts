import * as z from "zod";

/** The id of a text in the JSON Schema, where a link can stand for it. */
export const TEXT = "text";

export const text = z.string({ error: "a text" }).meta({ id: TEXT });
export const texts = z.array(text, { error: "a list of texts" });
export const flag = z.boolean({ error: "true or false" });
export const list = <T extends z.ZodType>(schema: T) => z.array(schema, { error: "a list" });
