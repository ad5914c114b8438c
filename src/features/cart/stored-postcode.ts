import { sessionRecord } from '#client/session-record.ts'

/** The postcode of the shopper's delivery estimate, for this visit. */
export const storedPostcode = sessionRecord<string>('deliver-to')
