import { z } from 'zod'
import { keysOf } from '#contract/rules/own-value.ts'
import { isSearchable } from '#contract/rules/search-text.ts'
import { defineEndpoints } from '../define-endpoints.ts'
import { Id } from '../shapes.ts'
import type { Permission } from './permissions.ts'
import type { AdminRoutes } from './routes.ts'
import { settingGroupNames } from './settings/groups.ts'

/** The kinds of records that the search finds, in the order of its groups, and who may read each. */
export const searchedKinds = {
  orders: 'orders.read',
  products: 'catalog.read',
  customers: 'customers.read',
  pages: 'content.read',
  'blog-posts': 'content.read',
  promotions: 'marketing.read',
  coupons: 'marketing.read',
} as const satisfies Record<string, Permission>
export type SearchedKind = keyof typeof searchedKinds

const SearchHit = z.object({
  id: Id,
  title: z.string(),
  /** What tells two hits with the same title apart: customer, SKU, e-mail address. */
  detail: z.string(),
})
export type SearchHit = z.infer<typeof SearchHit>

/** The kind is the name of the screen that shows the record. */
const SearchGroup = z.object({
  kind: z.enum(keysOf(searchedKinds)),
  hits: z.array(SearchHit),
})
export type SearchGroup = z.infer<typeof SearchGroup>

/** A setting of the shop by its label. */
const SettingHit = z.object({ group: z.enum(settingGroupNames), field: z.string(), title: z.string() })
export type SettingHit = z.infer<typeof SettingHit>

export const adminSearchEndpoints = defineEndpoints<AdminRoutes['adminSearch']>()({
  find: {
    summary:
      'Records of every kind that the role may read, and settings by their labels; at most five of each',
    input: z.object({ q: z.string().trim().max(100).refine(isSearchable, 'Enter at least two letters') }),
    data: z.object({ groups: z.array(SearchGroup), settings: z.array(SettingHit) }),
    access: 'staff',
    whileLocked: true,
  },
})
