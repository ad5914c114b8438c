import pino from 'pino'
import { afterAll } from 'vitest'
import { routes } from '#contract/routes.ts'
import { testDatabase } from '../../../tests/database.ts'
import { startChangeFeed } from '../http/change-feed.ts'
import type { Services } from '../http/context.ts'
import { type AllHandlers, createPipeline } from '../http/serve.ts'
import { settingsHandlers } from '../settings/handlers.ts'
import { baseHandlers, storefrontHandlers } from '../storefront/handlers.ts'
import { rememberedChannel } from '../storefront/read-channel.ts'
import { contentHandlers } from './handlers.ts'

/**
 * The demo shop behind the real pipeline, with the calls of storefront, settings and content; the others fail.
 * `logged` collects what goes to the log; `loadSection` is what the sections of pages are filled by.
 */
export async function contentPipeline({ loadSection }: Partial<Pick<Services, 'loadSection'>> = {}) {
  const { db, pool } = await testDatabase({ seed: true })
  const changes = await startChangeFeed(pool, { pollMs: 60_000 })
  afterAll(() => changes.stop())
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const services = {
    db,
    log,
    changes,
    config: { mode: 'test', storeUrl: 'https://shop.example.com' } as Services['config'],
    catalogIndex: {} as Services['catalogIndex'],
    loadSection: loadSection ?? (async () => null),
    buildId: () => 'b7f3c1',
  } satisfies Services
  const handlers = {
    ...otherGroups(),
    base: baseHandlers,
    storefront: storefrontHandlers,
    settings: settingsHandlers,
    content: contentHandlers,
  } as AllHandlers
  const pipeline = createPipeline({ services, handlers, readChannel: () => rememberedChannel(services) })
  return { db, changes, logged, pipeline }
}

const otherGroups = (): AllHandlers =>
  Object.fromEntries(
    Object.entries(routes).map(([group, calls]) => [
      group,
      Object.fromEntries(Object.keys(calls).map((name) => [name, () => Promise.reject(new Error(name))])),
    ]),
  )
