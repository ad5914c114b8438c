import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, Text } from '#contract/shapes.ts'
import { CustomerFilter, CustomerSegment } from './customers.ts'
import type { customersRoutes } from './routes.ts'

const Name = Text(60).min(1, 'Please enter a name')
const ref = { id: IdText, version: z.string().min(1).max(64) }

const staff = { access: 'staff', whileLocked: true } as const
const writes = { ...staff, permission: 'customers.write' } as const

export const customerSegmentEndpoints = defineEndpoints<(typeof customersRoutes)['adminCustomerSegments']>()({
  list: {
    summary: 'All segments and groups of customers, with how many customers each has now',
    input: z.object({}),
    data: z.object({
      segments: z.array(CustomerSegment.extend({ customers: z.int() })),
      groups: z.array(z.object({ id: Id, version: z.string(), name: z.string(), customers: z.int() })),
    }),
    ...staff,
    permission: 'customers.read',
  },
  create: {
    summary: 'Saves conditions of the list of customers under a name',
    input: z.object({ name: Name, filter: CustomerFilter }),
    data: CustomerSegment,
    ...writes,
  },
  change: {
    summary: 'Changes the name of a segment, and its conditions when they are given',
    input: z.object({ ...ref, name: Name, filter: CustomerFilter.optional() }),
    data: CustomerSegment,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
  remove: {
    summary: 'Deletes a segment; the customers stay',
    input: z.object(ref),
    data: z.object({ id: Id }),
    refusals: ['STALE_RECORD', 'IN_USE'],
    ...writes,
  },
  renameGroup: {
    summary: 'Changes the name of a group of customers',
    input: z.object({ ...ref, name: Name }),
    data: z.object({ id: Id }),
    refusals: ['STALE_RECORD'],
    ...writes,
  },
  removeGroup: {
    summary: 'Deletes a group that no segment asks for; the customers stay',
    input: z.object(ref),
    data: z.object({ id: Id }),
    refusals: ['STALE_RECORD', 'IN_USE'],
    ...writes,
  },
})
