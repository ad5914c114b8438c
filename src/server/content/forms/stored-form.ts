import { z } from 'zod'
import { FormField } from '#contract/form.ts'
import type { PhoneRule } from '#contract/rules/phone.ts'
import { remember } from '#server/platform/changes/remember.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import { idOrSlug } from '../pages/id-or-slug.ts'
import { formNotFound } from './refusals.ts'

/** A form as submissions need it. `id` is null for a form that a plugin defines in code. */
export type StoredForm = {
  id: number | null
  slug: string
  name: string
  description: string
  submit_label: string
  success_message: string
  fields: readonly FormField[]
  /** Null: the store's address. */
  recipient: string | null
  keep_days: number
}

/** Tags of what depends on forms. */
export const formTags = ['forms', 'storefront']

/**
 * An active form, cached until it changes.
 * @throws 404 when it is unknown or not active.
 */
export async function readForm(
  services: Pick<Services, 'db' | 'changes'>,
  id: string,
): Promise<StoredForm & { id: number }> {
  const form = await remember(services, `form ${id}`, formTags, () => findForm(services.db, idOrSlug(id)))
  if (!form) throw formNotFound()
  return form
}

async function findForm(db: Db, ref: { id: number } | { slug: string }) {
  const active = db.selectFrom('forms').selectAll().where('is_active', '=', true)
  const row = await ('id' in ref
    ? active.where('id', '=', ref.id)
    : active.where('slug', '=', ref.slug)
  ).executeTakeFirst()
  if (!row) return undefined
  const { is_active: _, fields, ...form } = row
  return { ...form, fields: withPhoneRule(z.array(FormField).parse(fields), await readPhoneRule(db)) }
}

/** Phone numbers are those of the channel's country unless the field says otherwise. */
export const withPhoneRule = (
  fields: readonly FormField[],
  { mobile_code, mobile_number_length: length }: PhoneRule,
) =>
  fields.map((field) =>
    field.type === 'phone' ? { ...field, rules: { mobile_code, length, ...field.rules } } : field,
  )

/** The number format of the default channel's country. */
export const readPhoneRule = (db: Db): Promise<PhoneRule> =>
  db
    .selectFrom('channels')
    .innerJoin('countries', 'countries.id', 'channels.country_id')
    .select(['mobile_code', 'mobile_number_length'])
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
