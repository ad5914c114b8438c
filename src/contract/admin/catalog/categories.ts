import { z } from 'zod'
import { Id, Text } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'
import { MetaDescription, MetaTitle, Name, Picture, Position, Slug } from './catalog-fields.ts'

export const CategoryRow = z.object({
  id: Id,
  name: z.string(),
  path: z.string(),
  /** 0 at the top. */
  depth: z.int(),
  /** Of the category itself. */
  products: z.int(),
  /** With those of the categories below it. */
  all_products: z.int(),
})
export type CategoryRow = z.infer<typeof CategoryRow>

export const CategoryValues = z.object({
  name: Name,
  slug: Slug,
  parent_id: Id.nullable()
    .default(null)
    .meta({ title: 'Parent category', description: 'None: at the top.', widget: 'category' }),
  position: Position,
  description: Text(5_000).default('').meta({ title: 'Description', widget: 'textarea' }),
  image: Picture,
  meta_title: MetaTitle,
  meta_description: MetaDescription,
})
export type CategoryValues = z.output<typeof CategoryValues>

export const categoryAdminEndpoints = resourceEndpoints({
  one: 'category',
  many: 'categories',
  area: 'catalog',
  row: CategoryRow,
  values: CategoryValues,
  sort: ['tree', 'id', 'name', 'products'],
  refusals: { remove: ['IN_USE'] },
})
