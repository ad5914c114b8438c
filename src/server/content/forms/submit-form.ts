import { parseInline } from '#contract/rules/inline-markup.ts'
import type { FieldValue } from '#contract/rules/validate-field.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Db, Tx, Visitor } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { readMailLook } from '#server/platform/notify/mail-look.ts'
import { acceptEntries, type FormInput, mayMail } from './accept-entries.ts'
import { assignFiles } from './form-files.ts'
import type { StoredForm } from './stored-form.ts'
import { queueAcknowledgement, queueStoreMail, type SubmittedValue } from './submission-mails.ts'

const DAY_MS = 86_400_000

/**
 * Stores a submission and queues the mails to the store and the sender, in one transaction. A filled honeypot is answered like a
 * success and stores nothing. Spec §7 "Forms and content", decisions §4; security §10; ADR 0026.
 *
 * @param extra what the form's page adds to the submission, such as the product
 * @returns the submission's id; 0 when nothing was stored.
 * @throws 422 with the messages by field; 429.
 */
export async function submitForm(
  db: Db,
  { config, visitor }: { config: Config; visitor: Visitor },
  form: StoredForm,
  input: FormInput,
  extra: readonly SubmittedValue[] = [],
): Promise<number> {
  const typed = await acceptEntries(db, { config, ip: visitor.ip }, form, input)
  if (!typed) return 0
  const look = await readMailLook({ db, config })
  const email = emailIn(form, typed)
  const isAcknowledged = email !== null && (await mayMail(db, email))
  return db.transaction().execute(async (tx) => {
    const submitted = [...shownValues(form, typed), ...extra]
    const id = await insert(tx, form, { values: submitted, email, customer_id: visitor.customerId })
    if (!(await assignFiles(tx, id, pathsIn(form, typed)))) throw chooseAgain(form)
    const to = form.recipient ?? look.store_email
    const submission = { id, form_name: form.name, values: submitted, email }
    if (to) await queueStoreMail(tx, look, to, submission)
    if (isAcknowledged)
      await queueAcknowledgement(tx, look, email, { form_name: form.name, message: form.success_message })
    return id
  })
}

const chooseAgain = ({ fields }: StoredForm) =>
  invalid(
    Object.fromEntries(
      fields
        .filter(({ type }) => type === 'file')
        .map(({ name }) => [name, ['Please choose the file again']]),
    ),
  )

const pathsIn = ({ fields }: StoredForm, values: Record<string, FieldValue>) =>
  fields.flatMap(({ name, type }) => (type === 'file' && values[name] ? [String(values[name])] : []))

function emailIn({ fields }: StoredForm, values: Record<string, FieldValue>): string | null {
  const field = fields.find(({ type }) => type === 'email')
  const email = field && values[field.name]
  return typeof email === 'string' && email !== '' ? email.toLowerCase() : null
}

/** The entries, with the labels that the sender saw. */
function shownValues({ fields }: StoredForm, values: Record<string, FieldValue>): SubmittedValue[] {
  return fields.flatMap(({ name, label, type, options }) => {
    const value = values[name]
    if (value === undefined || value.length === 0) return []
    const labelOf = (chosen: string) => options?.find((option) => option.value === chosen)?.label ?? chosen
    const isTicked = type === 'consent' || (type === 'checkbox' && !options)
    if (isTicked) return [{ label: plainText(label), value: 'Yes' }]
    return [{ label, value: [value].flat().map(labelOf).join(', ') }]
  })
}

/** The label of a checkbox without its marks: it may have a link, such as to the privacy policy. */
const plainText = (label: string) =>
  parseInline(label)
    .map(({ text }) => text)
    .join('')

async function insert(
  tx: Tx,
  { slug, name, keep_days }: StoredForm,
  {
    values,
    email,
    customer_id,
  }: { values: SubmittedValue[]; email: string | null; customer_id: number | null },
): Promise<number> {
  const { id } = await tx
    .insertInto('form_submissions')
    .values({
      form_slug: slug,
      form_name: name,
      values: json(values),
      email,
      customer_id,
      expires_at: new Date(Date.now() + keep_days * DAY_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
