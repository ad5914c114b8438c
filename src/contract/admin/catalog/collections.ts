import { z } from 'zod'
import { Id, Text } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'
import { MetaDescription, MetaTitle, Name, Picture, Position, ProductList, Slug } from './catalog-fields.ts'

export const CollectionRow = z.object({ id: Id, name: z.string(), slug: z.string(), products: z.int() })
export type CollectionRow = z.infer<typeof CollectionRow>

export const CollectionValues = z.object({
  name: Name,
  slug: Slug,
  position: Position,
  description: Text(5_000).default('').meta({ title: 'Description', widget: 'textarea' }),
  image: Picture,
  products: ProductList.max(2_000).default([]).meta({ title: 'Products', description: 'In this order.' }),
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
