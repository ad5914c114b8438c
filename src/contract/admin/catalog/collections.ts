import { z } from 'zod'
import type { Endpoint } from '#contract/define-endpoints.ts'
import { Id, Text } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'
import { MetaDescription, MetaTitle, Name, Picture, Position, ProductList, Slug } from './catalog-fields.ts'
import { CollectionPreview, CollectionRules } from './collection-rules.ts'

export const CollectionRow = z.object({
  id: Id,
  name: z.string(),
  slug: z.string(),
  products: z.int(),
  has_rules: z.boolean(),
})
export type CollectionRow = z.infer<typeof CollectionRow>

const Products = ProductList.max(2_000).default([])

export const CollectionValues = z.object({
  name: Name,
  slug: Slug,
  position: Position,
  description: Text(5_000).default('').meta({ title: 'Description', widget: 'textarea' }),
  image: Picture,
  /** Null: its products are those in `products`; otherwise those come first. */
  rules: CollectionRules.nullable().default(null).meta({ title: 'Rules' }),
  products: Products.meta({ title: 'Products', description: 'In this order.' }),
  meta_title: MetaTitle,
  meta_description: MetaDescription,
})
export type CollectionValues = z.output<typeof CollectionValues>

export const collectionEndpoints = resourceEndpoints({
  one: 'collection',
  many: 'collections',
  area: 'catalog',
  row: CollectionRow,
  values: CollectionValues,
  sort: ['name', 'id', 'products', 'position'],
})

export const collectionPreviewEndpoints = {
  preview: {
    summary: 'What the rules of a collection find, before they are saved',
    input: z.object({ rules: CollectionRules, products: Products }),
    data: CollectionPreview,
    access: 'staff',
    permission: 'catalog.read',
    whileLocked: true,
  },
} as const satisfies Record<string, Endpoint>
