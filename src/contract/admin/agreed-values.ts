// Values that the server and the forms of the back office agree on. Without zod, because the browser loads them.

/** Stands for a stored secret in answers, and in writes for "keep it". The secret itself never leaves the server. */
export const STORED_SECRET = '••••••'

/** The shop's rule for staff passwords; customers may have shorter ones. */
export const staffPasswordMinLength = 12

/** What an owner types before the demo data is removed. */
export const REMOVAL_WORD = 'REMOVE'
