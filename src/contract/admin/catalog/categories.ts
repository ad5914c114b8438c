import { z } from 'zod'
import { FieldValues } from '#contract/custom-fields.ts'
import type { Endpoint } from '#contract/define-endpoints.ts'
import { Id, IdText, Text } from '#contract/shapes.ts'
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
  /** Without the field the stored values stay. ADR 0029. */
  custom: FieldValues.optional().meta({ title: 'Custom fields', widget: 'hidden' }),
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

/** All categories in the order of the tree. The version is one of parents and order, not of names and texts. */
export const CategoryTree = z.object({
  version: z.string(),
  rows: z.array(CategoryRow.extend({ parent_id: Id.nullable() })),
})
export type CategoryTree = z.infer<typeof CategoryTree>

const staff = { access: 'staff', whileLocked: true } as const

/** The order of categories. Back office, "Products": categories as a tree that is arranged by dragging. */
export const categoryTreeEndpoints = {
  tree: {
    summary: 'All categories in the order of the tree',
    input: z.object({}),
    data: CategoryTree,
    permission: 'catalog.read',
    ...staff,
  },
  move: {
    summary: 'Moves a category with all below it to a parent and before a sibling; replies with the tree',
    input: z.object({
      id: IdText,
      /** Of the tree in which it was moved. */
      version: z.string().min(1).max(64),
      /** Null: to the top level. */
      parent_id: Id.nullable(),
      /** The sibling that then follows; null: to the end. */
      before_id: Id.nullable(),
    }),
    data: CategoryTree,
    refusals: ['STALE_RECORD', 'CATEGORY_CYCLE'],
    permission: 'catalog.write',
    ...staff,
  },
} as const satisfies Record<string, Endpoint>
