import { z } from 'zod'
import { Id, Text } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'

const Term = Text(60).regex(/[\p{L}\p{N}]/u, 'Please enter a word')

export const SynonymValues = z.object({
  term: Term.meta({ title: 'Word', description: 'One word or a few, such as sofa.' }),
  synonyms: z
    .array(Term)
    .min(1, 'Please add a synonym')
    .max(20)
    .meta({ title: 'Synonyms', description: 'As shoppers or products write it, such as couch.' }),
  is_two_way: z.boolean().default(true).meta({
    title: 'In both directions',
    description:
      'On: a search for any of them finds the products of all. Off: only a search for the word also finds those of the synonyms.',
  }),
})
export type SynonymValues = z.output<typeof SynonymValues>

export const SynonymRow = z.object({
  id: Id,
  term: z.string(),
  synonyms: z.array(z.string()),
  is_two_way: z.boolean(),
})
export type SynonymRow = z.infer<typeof SynonymRow>

export const synonymEndpoints = resourceEndpoints({
  one: 'synonym',
  many: 'synonyms',
  area: 'catalog',
  row: SynonymRow,
  values: SynonymValues,
  sort: ['term', 'id'],
})

export const SearchRuleValues = z.object({
  query: Text(100)
    .regex(/[\p{L}\p{N}]/u, 'Please enter a search')
    .meta({
      title: 'Search',
      description: 'Exactly these words, in any case and without accents.',
    }),
  products: z
    .array(Id.meta({ widget: 'product' }))
    .max(20)
    .default([])
    .meta({ title: 'Products that come first', description: 'In this order, also when they do not match.' }),
  redirect_to: Text(500)
    .nullable()
    .default(null)
    .meta({ title: 'Or go to', description: 'An address of the shop, such as /shipping-and-returns.' }),
})
export type SearchRuleValues = z.output<typeof SearchRuleValues>

export const SearchRuleRow = z.object({
  id: Id,
  query: z.string(),
  products: z.int(),
  redirect_to: z.string().nullable(),
})
export type SearchRuleRow = z.infer<typeof SearchRuleRow>

export const searchRuleEndpoints = resourceEndpoints({
  one: 'search rule',
  many: 'search rules',
  area: 'catalog',
  row: SearchRuleRow,
  values: SearchRuleValues,
  sort: ['query', 'id'],
})
