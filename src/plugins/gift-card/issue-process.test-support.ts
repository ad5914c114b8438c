import pino from 'pino'
import type { Config } from '#server/platform/config/config.ts'
import { type Connection, openDatabase } from '#server/platform/db/open.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { createPluginRegistry } from '#server/shop/plugins/registry.ts'
import { issueSoldCards } from './sales.server.ts'
import { giftCardPlugin } from './server.ts'

/** A worker process of its own, which `sales-race.test.ts` kills: it issues what is due and ends. */
const { connection, config }: { connection: Connection; config: Config } = JSON.parse(
  process.env.ISSUE_SETUP ?? '{}',
)
/** Longer than the shop's own limits, for busy machines. */
const patient = { statementTimeoutMs: 60_000, connectTimeoutMs: 60_000, lockTimeoutMs: 60_000 }
const { db } = openDatabase({ ...connection, ...patient })
const log = pino({ level: 'silent' })
const changes = { subscribe: () => () => {} }
const plugins = createPluginRegistry([giftCardPlugin], { db, log, changes })
const services = { db, log, config, changes, plugins } as unknown as Services
await issueSoldCards({ ...services, signal: new AbortController().signal, lastSucceededAt: undefined })
process.exit(0)
