import type { Config } from '../config/config.ts'
import { ownOriginsOf } from '../http/csrf.ts'

/** Whom authenticators know this shop as: its host name, and the origins its pages come from. */
export function relyingParty({ storeUrl }: Pick<Config, 'storeUrl'>) {
  return { rpID: new URL(storeUrl).hostname, origins: [...ownOriginsOf(storeUrl)] }
}
