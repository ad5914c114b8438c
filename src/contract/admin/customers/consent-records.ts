import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Day, pageOf, Time } from '#contract/shapes.ts'
import { listQuery } from '../resource.ts'
import type { customersRoutes } from './routes.ts'

/** One answer to the consent question. Nothing in it identifies the visitor (security §19). */
export const ConsentRecord = z.object({
  /** Random: the reply of the consent call named it. */
  id: z.uuid(),
  created_at: Time,
  /** Of the purposes that were offered, with their texts: 16 hexadecimal digits. */
  version: z.string(),
  /** Ids of purposes, in the order in which they were offered. */
  accepted: z.array(z.string()),
  declined: z.array(z.string()),
})
export type ConsentRecord = z.infer<typeof ConsentRecord>

const filters = {
  /** The first and the last day, in the time zone of the shop. */
  from: Day.optional(),
  to: Day.optional(),
}
const reads = { access: 'staff', whileLocked: true, permission: 'customers.read' } as const

export const consentRecordEndpoints = defineEndpoints<(typeof customersRoutes)['adminConsentRecords']>()({
  list: {
    summary: 'A page of the answers to the consent question; `q` is a whole version or the id of a record',
    input: z.object({ ...listQuery(['created_at']), ...filters }),
    data: pageOf(ConsentRecord),
    ...reads,
  },
  export: {
    summary: 'The consent records of a search as CSV, newest first, at most 50,000',
    input: z.object({ q: listQuery(['created_at']).q, ...filters }),
    data: z.null(),
    file: 'text/csv',
    ...reads,
  },
})
