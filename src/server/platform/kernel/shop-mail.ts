/** What the merchant chose for mails beside the theme. `accent`: of buttons and progress, null for the theme's primary colour. */
export type MailStyle = { show_logo: boolean; accent: string | null; footer: string }

/** What every mail of the shop shares: store name, contact and colours. */
export type MailLook = {
  store_name: string
  store_email: string
  store_phone: string
  /** Base of links and images, because mails need absolute URLs. */
  storeUrl: string
  colours: MailColours
  /** Address of the picture in the place of the store's name. */
  logo: string | null
  /** Lines above the contact; may be empty. */
  footer: string
  /** The merchant's texts, by mail. */
  texts: StoredMailTexts
}

/** From the storefront's theme; mail clients do not support custom properties. */
export type MailColours = Record<'background' | 'surface' | 'border' | 'primary' | 'on-primary', string> & {
  text: string
  muted: string
}

export const mailFields = ['subject', 'heading', 'intro', 'closing'] as const
export type MailField = (typeof mailFields)[number]
/** The texts of a mail that a merchant may change. In `intro` and `closing` an empty line begins a paragraph. */
export type MailTexts = Record<MailField, string>
/** By name of the mail: only what differs from the code. */
export type StoredMailTexts = Readonly<Record<string, Partial<MailTexts>>>

export type Mail = { subject: string; text: string; html: string }

/** A mail whose texts can be changed in the back office, with its placeholders. */
export type ShopMail<Name extends string = string> = {
  /** Key of its stored texts. */
  name: string
  group: string
  title: string
  /** When it is sent. */
  help: string
  placeholders: Readonly<Record<Name, { title: string; sample: string }>>
  /** Fields that stay as they are, such as a heading with a code. */
  fixed?: readonly MailField[]
  /** The texts of the code. Called with the placeholders themselves to show them as a template. */
  defaults(values: Record<Name | 'store_name', string>): Omit<MailTexts, 'closing'> & { closing?: string }
  /** The mail as it is sent, with sample data. */
  sample(look: MailLook): Mail
}
