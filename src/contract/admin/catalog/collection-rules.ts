import { z } from 'zod'
import { Sort } from '#contract/catalog.ts'
import { Id, Text } from '#contract/shapes.ts'

/** With a message of its own, which a refusal of `min` has not. */
const atLeastOne = <Item extends z.ZodType>(list: z.ZodArray<Item>, message: string) =>
  list.refine((items) => items.length > 0, message)

/** Any of these records; `is_not`: none of them. A category includes those below it. */
const chosenFrom = <const Field extends string>(field: Field) =>
  z.object({
    field: z.literal(field),
    operator: z.enum(['is', 'is_not']).default('is'),
    values: atLeastOne(z.array(Id).max(50), 'Please choose at least one'),
  })

const CollectionCondition = z.discriminatedUnion('field', [
  chosenFrom('category'),
  chosenFrom('brand'),
  chosenFrom('label'),
  chosenFrom('tag'),
  /** Ids of attribute values: of the product, or of one of its published variations. */
  chosenFrom('attribute_value'),
  z.object({
    field: z.literal('price'),
    operator: z.enum(['at_least', 'at_most']).default('at_most'),
    /** The price on the card, in minor units of the default channel. */
    amount: z.int().min(0).max(1_000_000_000_000),
  }),
  z.object({ field: z.literal('stock'), operator: z.enum(['in_stock', 'sold_out']).default('in_stock') }),
  /** Whether the price on the card is below its compare price. */
  z.object({ field: z.literal('sale'), operator: z.enum(['on_sale', 'not_on_sale']).default('on_sale') }),
  z.object({
    field: z.literal('published'),
    days: z.int().min(1).max(3_650),
  }),
  z.object({
    field: z.literal('name'),
    operator: z.enum(['contains', 'contains_not']).default('contains'),
    text: Text(100).min(1),
  }),
])
export type CollectionCondition = z.output<typeof CollectionCondition>

/** Which products a collection has. Draft products belong to it too and are shown once they are published. */
export const CollectionRules = z.object({
  match: z.enum(['all', 'any']).default('all'),
  conditions: atLeastOne(z.array(CollectionCondition).max(20), 'Please add a rule'),
  /** Its order, after the products chosen by hand. */
  sort: Sort.default('newest'),
  /** Products that never belong to it. */
  excluded: z.array(Id).max(500).default([]),
})
export type CollectionRules = z.output<typeof CollectionRules>

/** What rules find before they are saved. */
export const CollectionPreview = z.object({
  /** With the products chosen by hand. */
  total: z.int(),
  drafts: z.int(),
  /** The first ones in the order of the collection. */
  first: z.array(
    z.object({ id: Id, name: z.string(), image_path: z.string().nullable(), is_published: z.boolean() }),
  ),
})
export type CollectionPreview = z.infer<typeof CollectionPreview>
