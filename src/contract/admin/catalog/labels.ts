import { z } from 'zod'
import { Id, Text } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'
import { Name, Slug } from './catalog-fields.ts'

export const LabelRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  background: z.string(),
  text_color: z.string(),
  products: z.int(),
})
export type LabelRow = z.infer<typeof LabelRow>

const Color = Text(7).regex(/^#[0-9a-f]{6}$/i, 'Please enter a color such as #2a5b57')

export const LabelValues = z.object({
  name: Name,
  slug: Slug,
  background: Color.default('#1f4d45').meta({ title: 'Background', widget: 'color' }),
  text_color: Color.default('#ffffff').meta({
    title: 'Text',
    description: 'Needs a contrast of 4.5 on the background.',
    widget: 'color',
  }),
})
export type LabelValues = z.output<typeof LabelValues>

export const labelEndpoints = resourceEndpoints({
  one: 'label',
  many: 'labels',
  area: 'catalog',
  row: LabelRow,
  values: LabelValues,
  sort: ['name', 'id', 'products'],
  refusals: { remove: ['IN_USE'] },
})

export const TagRow = LabelRow.pick({ id: true, name: true, slug: true, products: true })
export type TagRow = z.infer<typeof TagRow>

export const TagValues = z.object({ name: Name, slug: Slug })
export type TagValues = z.output<typeof TagValues>

export const tagEndpoints = resourceEndpoints({
  one: 'tag',
  many: 'tags',
  area: 'catalog',
  row: TagRow,
  values: TagValues,
  sort: ['name', 'id', 'products'],
  refusals: { remove: ['IN_USE'] },
})
