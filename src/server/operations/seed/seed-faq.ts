import type { Tx } from '#server/platform/kernel/context.ts'
import type { DemoContent } from './demo-files.ts'
import { paragraphsToHtml } from './paragraphs-to-html.ts'

/** Seeds the questions and answers with the ids of the files. Returns the id of the FAQ. */
export async function seedFaq(tx: Tx, { title, slug, groups }: DemoContent['faq']): Promise<number> {
  const { id: faq_id } = await tx
    .insertInto('faqs')
    .values({ title, slug })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('faq_groups')
    .values(
      groups.map((group, position) => ({
        id: group.id,
        faq_id,
        title: group.title,
        slug: group.slug,
        position,
      })),
    )
    .execute()
  await tx
    .insertInto('faq_items')
    .values(
      groups.flatMap((group) =>
        group.items.map(({ id, question, answer }, position) => ({
          ...(id !== undefined && { id }),
          group_id: group.id,
          question,
          answer: paragraphsToHtml(answer),
          position,
        })),
      ),
    )
    .execute()
  return faq_id
}
