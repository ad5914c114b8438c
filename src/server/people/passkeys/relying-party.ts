import type { Config } from '#server/platform/config/config.ts'
import { ownOriginsOf } from '#server/platform/kernel/csrf.ts'

/** The shop as authenticators identify it (WebAuthn relying party): its host name and the origins of its pages. */
export function relyingParty({ storeUrl }: Pick<Config, 'storeUrl'>) {
  return { rpID: new URL(storeUrl).hostname, origins: [...ownOriginsOf(storeUrl)] }
}
