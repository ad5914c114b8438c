/** What an owner types before the demo data is removed. Without zod: the back office shows it. */
export const REMOVAL_WORD = 'REMOVE'
