import { sql } from 'kysely'
import { z } from 'zod'
import type { FormRow, FormValues } from '#contract/admin/content/forms.ts'
import { FormField } from '#contract/form.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { requireFreeSlug } from '#server/platform/text/require-free-slug.ts'
import { toFieldValues, toStoredFields } from './form-fields.ts'
import { invalidValues, shownOn } from './refusals.ts'
import { formReference, requireUnusedKey, sectionsWith } from './sections-with.ts'

type Query = ListQuery<'name' | 'id' | 'submissions'>

export const listForms = (db: Db, query: Query): Promise<{ rows: FormRow[]; total: number }> =>
  listPage(
    db
      .selectFrom('forms')
      .$if(Boolean(query.q), (found) => found.where('name', 'ilike', containing(query.q ?? ''))),
    query,
    {
      column: query.sort === 'submissions' ? 'submissions' : `forms.${query.sort}`,
      id: 'forms.id',
      select: (found) =>
        found.select([
          'forms.id',
          'name',
          'slug',
          'is_active',
          sql<number>`jsonb_array_length(fields)`.as('fields'),
          sql<number>`(select count(*) from form_submissions s where s.form_slug = forms.slug)::integer`.as(
            'submissions',
          ),
        ]),
    },
  )

export async function readFormValues(db: Db | Tx, id: number): Promise<FormValues | undefined> {
  const row = await db
    .selectFrom('forms')
    .select(['name', 'slug', 'description', 'fields', 'submit_label', 'success_message', 'recipient'])
    .select(['is_active', 'keep_days'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      ...row,
      fields: toFieldValues(z.array(FormField).parse(row.fields)),
      recipient: row.recipient ?? '',
    }
  )
}

/** @throws 422 for a taken key, two fields with one name, and options or rules that do not fit. */
export async function createForm(tx: Tx, values: FormValues): Promise<number> {
  const slug = await requireFreeSlug(tx, 'forms', { ...values, id: 0 })
  const { id } = await tx
    .insertInto('forms')
    .values({ ...rowOf(values), slug })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteChange(tx, ['forms'])
  return id
}

/** Submissions have their labels and values with them, so removed fields stay readable. @throws 422 as for a new one. */
export async function updateForm(tx: Tx, id: number, values: FormValues, before: FormValues) {
  const slug = await requireFreeSlug(tx, 'forms', { ...values, id })
  await requireUnusedKey(tx, formReference, before.slug, slug)
  await tx
    .updateTable('forms')
    .set({ ...rowOf(values), slug })
    .where('id', '=', id)
    .execute()
  await noteChange(tx, ['forms'])
}

/** Its submissions stay until they expire. @throws 409 IN_USE while sections show it. */
export async function removeForm(tx: Tx, id: number, { name, slug }: FormValues) {
  const pages = await sectionsWith(tx, formReference, [slug, String(id)])
  if (pages.length > 0) throw shownOn(name, pages)
  await tx.deleteFrom('forms').where('id', '=', id).execute()
  await noteChange(tx, ['forms'])
}

function rowOf({ fields: typed, recipient, slug: _, ...values }: FormValues) {
  const { fields, errors } = toStoredFields(typed)
  if (errors.size > 0) throw invalidValues(errors)
  return { ...values, fields: json(fields), recipient: recipient || null }
}
