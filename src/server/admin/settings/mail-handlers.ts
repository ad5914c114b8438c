import { z } from 'zod'
import { type adminMailsEndpoints, type MailRecord, MailValues } from '#contract/admin/settings/mails.ts'
import type { Appearance } from '#server/content/storefront/appearance.ts'
import { parseAppearance } from '#server/content/storefront/configuration.ts'
import { readEditedAppearance } from '#server/content/storefront/editing/appearance-draft.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import type { Db, Services, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { parseFields } from '#server/platform/kernel/field-errors.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { type Mail, type MailTexts, mailFields, type ShopMail } from '#server/platform/kernel/shop-mail.ts'
import { requireToken } from '#server/platform/limits/rate-limit.ts'
import { readMailTexts, writeMailTexts } from '#server/platform/notify/editing/write-mail-texts.ts'
import { readMailLook } from '#server/platform/notify/mail-look.ts'
import { mailTemplate, mistakeInTemplate } from '#server/platform/notify/mail-texts.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { versionOf } from '../record-version.ts'
import { unknownMail } from '../refusals.ts'
import { saveRecord } from '../save-record.ts'
import { shopMails } from './shop-mails.ts'

type MailServices = Pick<Services, 'plugins' | 'config'> & { db: Db | Tx }

export const adminMailsHandlers: Handlers<typeof adminMailsEndpoints> = {
  async list(_input, { db, plugins }) {
    const rows = await db.selectFrom('mail_texts').select('mail').execute()
    const changed = new Set(rows.map(({ mail }) => mail))
    return { mails: shopMails({ plugins }).map((mail) => rowOf(mail, changed.has(mail.name))) }
  },

  get: ({ id }, call) => readMail(call.db, requireMail(call, id)),

  async update({ id, version, values }, call) {
    const mail = requireMail(call, id)
    const saved = await saveRecord(call, {
      type: 'mail',
      id,
      label: 'E-mail',
      version,
      read: (db) => readMail(db, mail),
      logged: (record) => record.values,
      write: async (tx) => writeMailTexts(tx, mail, await checkedTexts(tx, mail, values)),
    })
    return say(saved.is_changed ? 'E-mail texts saved' : 'The e-mail has the default texts again', saved)
  },

  async test({ id, values }, call) {
    const mail = requireMail(call, id)
    const { email } = staffOf(call)
    const sample = await sampleMail(call, mail, values)
    await requireToken(call.db, `test mail ${email}`, { most: 10, seconds: 3_600 })
    await call.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('outbox')
        .values({ channel: 'mail', kind: 'mail_test', recipient: email, ...sample })
        .execute()
      await writeAudit(tx, actorOf(call.visitor), { action: 'mail.test', record: { type: 'mail', id } })
    })
    return say(`Sent to ${email}`, { recipient: email })
  },
}

/**
 * A mail with sample data and texts that are not stored yet. `look`: the fields of its form that are typed, over the draft of the
 * appearance; null for the look that is sent now.
 * @throws 404; 422 for texts or a look that could not be saved.
 */
export async function previewMail(
  services: MailServices,
  name: string,
  { look, ...values }: Record<string, unknown> & { look: unknown },
) {
  const mail = requireMail(services, name)
  if (look === null) return sampleMail(services, mail, values)
  const { draft } = await readEditedAppearance(services.db)
  const typed = await parseAppearance({ mail_look: look })
  return sampleMail(services, mail, values, { ...draft, ...typed })
}

async function sampleMail(
  { db, config }: Omit<MailServices, 'plugins'>,
  mail: ShopMail,
  values: Record<string, unknown>,
  draft: Partial<Appearance> = {},
): Promise<Mail> {
  const look = await readMailLook({ db, config, draft })
  const texts = await checkedTexts(db, mail, values)
  const defaults = mailTemplate(mail)
  const own = Object.fromEntries(
    mailFields.filter((field) => texts[field] !== defaults[field]).map((field) => [field, texts[field]]),
  )
  return mail.sample({ ...look, texts: { ...look.texts, [mail.name]: own } })
}

function requireMail({ plugins }: Pick<Services, 'plugins'>, name: string): ShopMail {
  const mail = shopMails({ plugins }).find((one) => one.name === name)
  if (!mail) throw unknownMail(name)
  return mail
}

/** Fields that are not given, or cannot be changed, stay. @throws 422 with the errors by field. */
async function checkedTexts(
  db: Db | Tx,
  mail: ShopMail,
  values: Record<string, unknown>,
): Promise<MailTexts> {
  const before = await readMailTexts(db, mail)
  const texts = { ...before, ...parseFields(schemaOf(mail), { ...before, ...values }) }
  const errors: Record<string, string[]> = {}
  for (const field of mailFields) {
    const mistake = mistakeInTemplate(mail, texts[field])
    if (mistake) errors[field] = [mistake]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return texts
}

const schemaOf = ({ fixed = [] }: ShopMail) =>
  MailValues.omit(Object.fromEntries(fixed.map((field) => [field, true])) as Record<never, true>)

const rowOf = ({ name, group, title, help }: ShopMail, is_changed: boolean) => ({
  name,
  group,
  title,
  help,
  is_changed,
})

async function readMail(db: Db | Tx, mail: ShopMail): Promise<MailRecord> {
  const { fixed = [], placeholders } = mail
  const own = (texts: MailTexts) =>
    Object.fromEntries(
      mailFields.filter((field) => !fixed.includes(field)).map((field) => [field, texts[field]]),
    )
  const values = own(await readMailTexts(db, mail))
  const defaults = own(mailTemplate(mail))
  const schema = z.toJSONSchema(schemaOf(mail), { io: 'input', unrepresentable: 'any' })
  return {
    ...rowOf(mail, JSON.stringify(values) !== JSON.stringify(defaults)),
    version: versionOf(values),
    values,
    defaults,
    schema,
    placeholders: [
      { name: 'store_name', title: 'Name of the shop', sample: '' },
      ...Object.entries(placeholders).map(([name, one]) => ({ name, ...one })),
    ],
  }
}
