import { sql } from 'kysely'
import type { FaqRow, FaqValues } from '#contract/admin/content/faqs.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { makeSlug } from '#server/platform/text/make-slug.ts'
import { requireFreeSlug } from '#server/platform/text/require-free-slug.ts'
import { sanitiseHtml } from '#server/platform/text/sanitise-html.ts'
import { invalidValues, shownOn } from './refusals.ts'
import { faqReference, requireUnusedKey, sectionsWith } from './sections-with.ts'

type Query = ListQuery<'title' | 'id' | 'questions'>

export const listFaqs = (db: Db, query: Query): Promise<{ rows: FaqRow[]; total: number }> =>
  listPage(
    db
      .selectFrom('faqs')
      .$if(Boolean(query.q), (found) => found.where('title', 'ilike', containing(query.q ?? ''))),
    query,
    {
      column: query.sort === 'questions' ? 'questions' : `faqs.${query.sort}`,
      id: 'faqs.id',
      select: (found) =>
        found.select([
          'faqs.id',
          'title',
          'slug',
          sql<number>`(select count(*) from faq_groups g where g.faq_id = faqs.id)::integer`.as('groups'),
          sql<number>`(select count(*) from faq_groups g join faq_items i on i.group_id = g.id
            where g.faq_id = faqs.id)::integer`.as('questions'),
        ]),
    },
  )

export async function readFaqValues(db: Db | Tx, id: number): Promise<FaqValues | undefined> {
  const faq = await db.selectFrom('faqs').select(['title', 'slug']).where('id', '=', id).executeTakeFirst()
  if (!faq) return undefined
  const groups = await db
    .selectFrom('faq_groups')
    .select(['id', 'title', 'slug'])
    .where('faq_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const items = await db
    .selectFrom('faq_items as i')
    .innerJoin('faq_groups as g', 'g.id', 'i.group_id')
    .select(['i.group_id', 'i.question', 'i.answer'])
    .where('g.faq_id', '=', id)
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()
  return {
    ...faq,
    groups: groups.map(({ id: groupId, ...group }) => ({
      ...group,
      items: items.flatMap(({ group_id, ...item }) => (group_id === groupId ? [item] : [])),
    })),
  }
}

/** @throws 422 for a taken key and two groups with one anchor. */
export async function createFaq(tx: Tx, values: FaqValues): Promise<number> {
  const slug = await requireFreeSlug(tx, 'faqs', { ...values, name: values.title, id: 0 })
  const { id } = await tx
    .insertInto('faqs')
    .values({ title: values.title, slug })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeGroups(tx, id, values)
  await noteChange(tx, [`faq:${id}`, 'faqs'])
  return id
}

/** @throws 422 as for a new one. */
export async function updateFaq(tx: Tx, id: number, values: FaqValues, before: FaqValues) {
  const slug = await requireFreeSlug(tx, 'faqs', { ...values, name: values.title, id })
  await requireUnusedKey(tx, faqReference, before.slug, slug)
  await tx.updateTable('faqs').set({ title: values.title, slug }).where('id', '=', id).execute()
  await tx.deleteFrom('faq_groups').where('faq_id', '=', id).execute()
  await writeGroups(tx, id, values)
  await noteChange(tx, [`faq:${id}`, 'faqs'])
}

/** @throws 409 IN_USE while sections show it. */
export async function removeFaq(tx: Tx, id: number, { title, slug }: FaqValues) {
  const names = await sectionsWith(tx, faqReference, [slug, String(id)])
  if (names.length > 0) throw shownOn(title, names)
  await tx.deleteFrom('faqs').where('id', '=', id).execute()
  await noteChange(tx, [`faq:${id}`, 'faqs'])
}

async function writeGroups(tx: Tx, faq_id: number, { groups }: FaqValues) {
  const slugs = groups.map(({ title, slug }) => makeSlug(slug || title, 80))
  const taken = slugs.flatMap((slug, at) => (slugs.indexOf(slug) < at ? [at] : []))
  if (taken.length > 0)
    throw invalidValues(new Map(taken.map((at) => [`groups.${at}.slug`, 'Another group has this anchor'])))
  for (const [position, { title, items }] of groups.entries()) {
    const { id: group_id } = await tx
      .insertInto('faq_groups')
      .values({ faq_id, title, slug: slugs[position] ?? '', position })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = items.map(({ question, answer }, at) => ({
      ...{ group_id, question, position: at },
      answer: sanitiseHtml(answer),
    }))
    if (rows.length > 0) await tx.insertInto('faq_items').values(rows).execute()
  }
}
