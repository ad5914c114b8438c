import { sessionRecord } from '#client/session-record.ts'

/** Where the shopper has asked to be delivered to, for this visit. */
export const keptPostcode = sessionRecord<string>('deliver-to')
