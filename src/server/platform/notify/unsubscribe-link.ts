import type { Config } from '../config/config.ts'
import { isSignedFor, type SigningSecrets, signFor } from '../config/sign-for.ts'

export type LinkConfig = Pick<Config, 'storeUrl'> & SigningSecrets

/** Email addresses are compared in lower case, as stored. */
const normalized = (email: string) => email.trim().toLowerCase()

const textOf = (email: string) => `unsubscribe:${normalized(email)}`

/** The unsubscribe URL of a mail's recipient. It needs no login and does not expire. ADR 0041. */
export const unsubscribeUrl = (config: LinkConfig, email: string): string => {
  const token = signFor(config, 'unsubscribe link', textOf(email))
  return `${config.storeUrl}/unsubscribe?${new URLSearchParams({ email: normalized(email), token })}`
}

export const isUnsubscribeToken = (secrets: SigningSecrets, email: string, token: string): boolean =>
  isSignedFor(secrets, 'unsubscribe link', { text: textOf(email), signature: token })
