import { z } from 'zod'

/** Page, order and search of a list of the back office. `sort` is one of the list's own columns. */
export const listQuery = <const Columns extends readonly [string, ...string[]]>(columns: Columns) => ({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(25),
  sort: z.enum(columns).default(columns[0]),
  order: z.enum(['asc', 'desc']).default('desc'),
  q: z.string().trim().max(100).optional(),
})
