import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, pageOf } from '#contract/shapes.ts'
import { listQuery } from '../resource.ts'
import type { catalogRoutes } from './routes.ts'

export const MissedSearch = z.object({
  id: Id,
  /** In lower case, without accents and punctuation. */
  words: z.string(),
  /** In the last 30 days. */
  searches: z.int(),
  last_day: z.iso.date(),
  /** What answers the search since then. */
  solved_by: z.enum(['rule', 'synonym']).nullable(),
})
export type MissedSearch = z.infer<typeof MissedSearch>

const staff = { access: 'staff', whileLocked: true } as const

export const missedSearchEndpoints = defineEndpoints<(typeof catalogRoutes)['adminMissedSearches']>()({
  list: {
    summary: 'Searches of the last 30 days that found nothing',
    input: z.object({
      ...listQuery(['searches', 'last_day', 'words']),
      state: z.enum(['open', 'solved']).optional(),
    }),
    data: pageOf(MissedSearch),
    permission: 'catalog.read',
    ...staff,
  },
  remove: {
    summary: 'Deletes searches from the list of those that found nothing',
    input: z.object({ ids: z.array(Id).min(1).max(500) }),
    data: z.object({ removed: z.int() }),
    permission: 'catalog.write',
    ...staff,
  },
})
