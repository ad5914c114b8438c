import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/http/context.ts'

/** What whoever moves orders needs: the running shop and the operator's command have it alike. */
export type ShippingServices = { db: Db; config: Pick<Config, 'storeUrl' | 'tokenSecret'> }
