/**
 * What a form that was posted without scripts tells the page that follows, by a short-lived cookie which scripts cannot read:
 * what was typed, but for secrets, what was wrong with it, and to which phone a code was sent.
 */
export type PostedForm = {
  values: Record<string, string>
  errors: Record<string, string>
  message: string | null
  /** Good news, for the page after a form that is done with. */
  notice?: string | undefined
  sentTo?: string | undefined
}

export const postedFormCookie = 'auth_form'
