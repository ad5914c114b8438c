import { z } from 'zod'
import { Id, Text, Time } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'

export const RedirectValues = z.object({
  from_path: Text(2_048)
    .min(1, 'Please enter a path')
    .meta({ title: 'From', description: 'A path of the shop, such as /old-page.' }),
  to_path: Text(2_048)
    .min(1, 'Please enter a target')
    .meta({ title: 'To', description: 'A path of the shop, or an address with https://.' }),
  match: z
    .enum(['exact', 'prefix'])
    .default('exact')
    .meta({
      title: 'Applies to',
      enumLabels: { exact: 'The path alone', prefix: 'Everything below it too' },
    }),
  code: z
    .union([
      z.literal(301).meta({ title: '301 Moved permanently' }),
      z.literal(302).meta({ title: '302 Found' }),
      z.literal(307).meta({ title: '307 Temporary' }),
      z.literal(308).meta({ title: '308 Permanent' }),
    ])
    .default(301)
    .meta({ title: 'Kind' }),
})
export type RedirectValues = z.output<typeof RedirectValues>

export const RedirectRow = z.object({
  id: Id,
  from_path: z.string(),
  to_path: z.string(),
  match: z.string(),
  code: z.int(),
  hits: z.number(),
  last_hit_at: Time.nullable(),
})
export type RedirectRow = z.infer<typeof RedirectRow>

export const redirectEndpoints = resourceEndpoints({
  one: 'redirect',
  many: 'redirects',
  area: 'settings',
  row: RedirectRow,
  values: RedirectValues,
  sort: ['from_path', 'id', 'hits'],
})
