import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import {
  type MailField,
  type MailTexts,
  mailFields,
  type ShopMail,
} from '#server/platform/kernel/shop-mail.ts'
import { mailTemplate } from '../mail-texts.ts'

/** The texts of a mail as a merchant edits them: the stored ones, else those of the code. */
export async function readMailTexts(db: Db | Tx, mail: ShopMail): Promise<MailTexts> {
  const stored = await db
    .selectFrom('mail_texts')
    .select([...mailFields])
    .where('mail', '=', mail.name)
    .executeTakeFirst()
  const texts = mailTemplate(mail)
  for (const field of mailFields) texts[field] = stored?.[field] ?? texts[field]
  return texts
}

/** Stores what differs from the texts of the code; nothing differs: the mail is the code's again. */
export async function writeMailTexts(tx: Tx, mail: ShopMail, texts: MailTexts): Promise<void> {
  const defaults = mailTemplate(mail)
  const own: Record<MailField, string | null> = { ...texts }
  for (const field of mailFields) if (texts[field] === defaults[field]) own[field] = null
  await tx.deleteFrom('mail_texts').where('mail', '=', mail.name).execute()
  if (Object.values(own).some((text) => text !== null))
    await tx
      .insertInto('mail_texts')
      .values({ mail: mail.name, ...own })
      .execute()
  await noteChange(tx, ['settings'])
}
