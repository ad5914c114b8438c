/** Spelt so (spec §5). */
/** Spelt so in the specification, for shoppers. */
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
