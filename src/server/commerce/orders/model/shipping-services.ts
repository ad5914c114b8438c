import type { Db } from '#server/platform/kernel/context.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import type { LinkConfig } from '#server/platform/notify/unsubscribe-link.ts'

/** What functions that change orders need; the running shop and the CLI both provide it. */
export type ShippingServices = { db: Db; config: LinkConfig; plugins: HookRunner }
