import type { Db } from '#server/kernel/context.ts'
import type { HookRunner } from '#server/kernel/plugin.ts'
import type { LinkConfig } from '#server/notify/unsubscribe-link.ts'

/** What functions that change orders need; the running shop and the CLI both provide it. */
export type ShippingServices = { db: Db; config: LinkConfig; plugins: HookRunner }
