/** Parses a path parameter as an id that fits the database's integer columns; null when it can only be a slug. */
export const parseId = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)
