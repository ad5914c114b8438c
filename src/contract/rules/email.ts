/** Spelt so (spec §5). */
export const invalidEmail = 'The value must be an valid email address'

/**
 * Looks like an address mail can be sent to: one @, a dotted domain, no blanks, at most 120 characters. Whether it exists
 * only a mail can tell, so nothing stricter. Spec §5, forms.
 */
export const isEmail = (text: string) =>
  text.length <= 120 &&
  /^[^\s@,;:<>()[\]"\\]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/i.test(
    text,
  ) &&
  !/^\.|\.\.|\.@/.test(text)
