import { z } from 'zod'
import { defineEndpoints } from './define-endpoints.ts'
import type { Routes } from './routes.ts'
import { Id, IdOrSlug } from './shapes.ts'

/** Decisions §4, faq. Answers are sanitised HTML. */
export const Faq = z
  .object({
    id: Id,
    title: z.string(),
    /** Ours beside the decisions. */
    slug: z.string(),
    groups: z.array(
      z.object({
        id: Id,
        title: z.string(),
        slug: z.string(),
        items: z.array(z.object({ id: Id, question: z.string(), answer: z.string() })),
      }),
    ),
  })
  .meta({ id: 'Faq' })

export const faqEndpoints = defineEndpoints<Routes['faq']>()({
  get: {
    summary: 'Questions and answers in groups',
    input: z.object({ id: IdOrSlug }),
    data: Faq,
  },
})

export type Faq = z.infer<typeof Faq>
