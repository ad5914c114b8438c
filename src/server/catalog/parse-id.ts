/** The id that a path parameter may be, as the database's integer columns hold it; null when it can only be a slug. */
export const parseId = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)
