import { plainText } from './plain-text.ts'

/** Spelt so in the specification (§5), for shoppers. */
export const invalidEmail = 'The value must be an valid email address'
export const invalidStaffEmail = 'Enter a valid e-mail address, such as name@shop.example'

/**
 * Whether a text has the form of an e-mail address: one @, a dotted domain, no spaces, at most 120
 * characters. Not stricter, because only sending a mail tells whether it exists. Spec §5, forms.
 */
export const isEmail = (text: string) =>
  text.length <= 120 &&
  /^[^\s@,;:<>()[\]"\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[\d-]*[a-z])[a-z0-9-]+$/i.test(
    text,
  ) &&
  !/^\.|\.\.|\.@/.test(text)

/** Characters that are not drawn: soft hyphens, joiners, direction marks, fillers, variation selectors, tags. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** One form for addresses that look the same: full-width letters, composed accents, no invisible characters. Keeps the case. */
export const normalizeEmail = (email: string) => plainText(email.normalize('NFKC')).replace(invisible, '')
