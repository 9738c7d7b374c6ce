/** A report while it is filled in: fields can be assigned; a list stays readonly, and a longer one replaces it. */
export type Draft<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { -readonly [Key in keyof T]: Draft<T[Key]> }
    : T;
