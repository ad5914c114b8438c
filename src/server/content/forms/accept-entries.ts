import type { FormField } from '#contract/form.ts'
import { normalizeEmail } from '#contract/rules/email.ts'
import { plainText } from '#contract/rules/plain-text.ts'
import { type FieldValue, validateFields } from '#contract/rules/validate-field.ts'
import { validationMessages } from '#contract/rules/validation-messages.ts'
import type { SigningSecrets } from '#server/platform/config/sign-for.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { addressKey, requireToken, requireTokens, takeToken } from '#server/platform/limits/rate-limit.ts'
import { fillTimeOf } from './fill-time.ts'
import { isFileOf } from './form-files.ts'

const HOUR = 3_600
const DAY = 86_400

/** Security §10: 5 an hour from one address. Without the time at which the form was shown, fewer. */
const perAddress = { most: 5, seconds: HOUR }
const perAddressUntimed = { most: 2, seconds: HOUR }
const perForm = { most: 300, seconds: HOUR }
const attempts = { most: 60, seconds: HOUR }
/** A person's inbox cannot be filled by submitting their address again and again. */
const perRecipient = { most: 3, seconds: DAY }

export type FormInput = {
  values: Readonly<Record<string, string | boolean | number | readonly string[] | undefined>>
  website: string
  started?: string | undefined
}

/**
 * Checks what every public form checks: attempts, honeypot, entries, fill time, limits of the address and the form. Security §10;
 * ADR 0026.
 *
 * @returns the entries, texts without hidden characters and e-mail addresses in one form; null for a filled honeypot, which is answered like a success.
 * @throws 422 with the messages by field; 429.
 */
export async function acceptEntries(
  db: Db,
  { config, ip }: { config: SigningSecrets; ip: string },
  form: { slug: string; fields: readonly FormField[] },
  { values, website, started }: FormInput,
): Promise<Record<string, FieldValue> | null> {
  const from = addressKey(ip)
  await requireToken(db, `form attempt ${form.slug} ip ${from}`, attempts)
  if (website !== '') return null
  const typed = plainEntries(form.fields, textsOf(values))
  requireValid(config, form, typed)
  const time = fillTimeOf(config, started)
  if (time === 'too-fast') throw invalid({}, 'Please check your entries, then send the form again')
  const limit = time === 'ok' ? perAddress : perAddressUntimed
  await requireTokens(db, [
    [`form ${form.slug} ip ${from}`, limit],
    [`form ${form.slug}`, perForm],
  ])
  return typed
}

/** May a form mail this address once more today? */
export const mayMail = async (db: Db, email: string) =>
  (await takeToken(db, `form mail to ${email}`, perRecipient)) === undefined

/** Booleans and numbers of JSON callers, as a form posts them. */
const textsOf = (values: FormInput['values']): Record<string, FieldValue> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]))

function textOf(value: FormInput['values'][string]): FieldValue {
  if (typeof value === 'boolean') return value ? 'true' : ''
  return typeof value === 'object' ? value : String(value ?? '')
}

/** As the contract's own texts: mails and the back office show them, and one address is one key. */
function plainEntries(
  fields: readonly FormField[],
  values: Record<string, FieldValue>,
): Record<string, FieldValue> {
  const plain = { ...values }
  for (const { name, type, rules, options } of fields) {
    const value = values[name]
    if (typeof value !== 'string' || options || type === 'file') continue
    plain[name] = type === 'email' || rules.email ? normalizeEmail(value).trim() : plainText(value)
  }
  return plain
}

function requireValid(
  secrets: SigningSecrets,
  { slug, fields }: { slug: string; fields: readonly FormField[] },
  values: Record<string, FieldValue>,
) {
  const errors = new Map(Object.entries(validateFields(fields, values)))
  const known = new Set(fields.map(({ name }) => name))
  for (const name of Object.keys(values)) if (!known.has(name)) errors.set(name, validationMessages.unknown)
  for (const { name, type } of fields) {
    const path = values[name]
    if (type !== 'file' || !path || errors.has(name)) continue
    if (typeof path !== 'string' || !isFileOf(secrets, { slug, field: name, path }))
      errors.set(name, 'Please choose the file again')
  }
  if (errors.size > 0)
    throw invalid(Object.fromEntries([...errors].map(([name, message]) => [name, [message]])))
}
