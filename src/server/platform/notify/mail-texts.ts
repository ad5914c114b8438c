import { type MailLook, type MailTexts, mailFields, type ShopMail } from '../kernel/shop-mail.ts'

export type { Mail, ShopMail } from '../kernel/shop-mail.ts'

export const defineMail = <const Name extends string>(mail: ShopMail<Name>): ShopMail<Name> => mail

type FilledTexts = { subject: string; heading: string; intro: string[]; closing: string[] }

/** The texts of a mail with its values: the merchant's, or those of the code. */
export function textsOfMail<Name extends string>(
  look: Pick<MailLook, 'store_name' | 'texts'>,
  mail: ShopMail<Name>,
  values: Record<Name, string>,
): FilledTexts {
  const all = { ...values, store_name: look.store_name }
  const texts: MailTexts = { closing: '', ...mail.defaults(all) }
  const own = look.texts[mail.name] ?? {}
  for (const field of mailFields) {
    const template = own[field]
    if (template !== undefined) texts[field] = fillPlaceholders(template, all)
  }
  return {
    subject: oneLine(texts.subject),
    heading: oneLine(texts.heading),
    intro: paragraphsOf(texts.intro),
    closing: paragraphsOf(texts.closing),
  }
}

/** The texts of the code, with placeholders. */
export function mailTemplate(mail: ShopMail): MailTexts {
  const names = ['store_name', ...Object.keys(mail.placeholders)]
  const values = Object.fromEntries(names.map((name) => [name, `{${name}}`]))
  return { closing: '', ...mail.defaults(values) }
}

/** The sample value of every placeholder. */
export const samplesOf = <Name extends string>(
  placeholders: ShopMail<Name>['placeholders'],
): Record<Name, string> =>
  Object.fromEntries(
    Object.entries<{ sample: string }>(placeholders).map(([name, { sample }]) => [name, sample]),
  ) as Record<Name, string>

/** `{name}`, or `{name|text}` with a text for an empty value. */
const placeholder = /\{([a-z_]+)(?:\|([^{}|]*))?\}/g

/** In one pass, so that a value with braces is not filled again. */
const fillPlaceholders = (template: string, values: Readonly<Record<string, string>>) =>
  template.replace(placeholder, (_, name: string, otherwise = '') => values[name] || otherwise)

/** What is wrong with the placeholders of a template; undefined when nothing is. */
export function mistakeInTemplate(mail: ShopMail, template: string): string | undefined {
  const known = ['store_name', ...Object.keys(mail.placeholders)]
  for (const [text, name = ''] of template.matchAll(placeholder))
    if (!known.includes(name))
      return `${text} is not a placeholder of this mail. Use ${known.map((one) => `{${one}}`).join(', ')}.`
  if (/[{}]/.test(template.replace(placeholder, '')))
    return 'A brace without a placeholder. Write {name}, or {name|text for an empty value}.'
  return undefined
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 200)

const paragraphsOf = (text: string) =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
