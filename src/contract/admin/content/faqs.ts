import { z } from 'zod'
import { Id, Text } from '#contract/shapes.ts'
import { resourceEndpoints } from '../resource.ts'
import { Key } from './content-fields.ts'

export const FaqRow = z.object({
  id: Id,
  title: z.string(),
  slug: z.string(),
  groups: z.int(),
  questions: z.int(),
})
export type FaqRow = z.infer<typeof FaqRow>

const Question = z.object({
  question: Text(300).min(1, 'Please enter a question').meta({ title: 'Question' }),
  answer: z.string().max(20_000).default('').meta({ title: 'Answer', widget: 'html' }),
})

export const FaqValues = z.object({
  title: Text(120).min(1, 'Please enter a title').meta({ title: 'Title' }),
  slug: Key,
  groups: z
    .array(
      z.object({
        title: Text(120).min(1, 'Please enter a title').meta({ title: 'Group' }),
        slug: Text(80).default('').meta({
          title: 'Anchor',
          description: 'Part of links to the group; made from its title when empty.',
        }),
        items: z.array(Question).max(100).default([]).meta({ title: 'Questions' }),
      }),
    )
    .max(30)
    .default([])
    .meta({ title: 'Groups' }),
})
export type FaqValues = z.output<typeof FaqValues>

export const faqAdminEndpoints = resourceEndpoints({
  one: 'FAQ',
  many: 'FAQs',
  area: 'content',
  row: FaqRow,
  values: FaqValues,
  sort: ['title', 'id', 'questions'],
  refusals: { remove: ['IN_USE'] },
})
