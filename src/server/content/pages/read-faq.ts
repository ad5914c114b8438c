import type { Faq } from '#contract/faq.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { sanitiseHtml } from '#server/platform/text/sanitise-html.ts'
import { idOrSlug } from './id-or-slug.ts'
import { faqNotFound } from './refusals.ts'

/**
 * Questions and answers by group; groups without questions are left out. Decisions §4, faq.
 * @throws 404 when it is unknown.
 */
export async function readFaq(db: Db, idOrSlugText: string): Promise<Faq> {
  const ref = idOrSlug(idOrSlugText)
  const all = db.selectFrom('faqs').select(['id', 'slug', 'title'])
  const faq = await ('id' in ref
    ? all.where('id', '=', ref.id)
    : all.where('slug', '=', ref.slug)
  ).executeTakeFirst()
  if (!faq) throw faqNotFound()

  const rows = await db
    .selectFrom('faq_groups as g')
    .innerJoin('faq_items as i', 'i.group_id', 'g.id')
    .select(['g.id as group_id', 'g.title', 'g.slug', 'i.id', 'i.question', 'i.answer'])
    .where('g.faq_id', '=', faq.id)
    .orderBy('g.position')
    .orderBy('g.id')
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()
  const groups = new Map<number, Faq['groups'][number]>()
  for (const { group_id, title, slug, ...item } of rows) {
    const group = groups.get(group_id) ?? { id: group_id, title, slug, items: [] }
    group.items.push({ ...item, answer: sanitiseHtml(item.answer) })
    groups.set(group_id, group)
  }
  return { ...faq, groups: [...groups.values()] }
}
