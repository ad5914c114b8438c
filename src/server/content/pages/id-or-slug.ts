/** A path's `{id}` is an id when it is all digits, otherwise a slug. Decisions §1.3. */
export const idOrSlug = (text: string): { id: number } | { slug: string } =>
  /^\d{1,9}$/.test(text) ? { id: Number(text) } : { slug: text }
