import type { Shop } from '../main.ts'
import { allJobs } from '../server/all-jobs.ts'
import { readCardImages } from '../server/catalog/products/read-card-images.ts'
import { openDatabase } from '../server/platform/db/open.ts'
import { startJobs } from '../server/platform/jobs/start-jobs.ts'
import { openTransports } from '../server/platform/notify/open-transports.ts'
import { keepFace } from './keep-face.ts'

/** Until then the processor is for the first visitors, and afterwards at least four fifths of a core. */
const WARM_AFTER_MS = 15_000
const PAUSE_AFTER_EACH = 4

/** Two of these connections listen for new jobs; the shop's own pool serves requests only. */
const JOB_CONNECTIONS = 6

/**
 * Starts what a running process does besides answering: the look of its starting page, unless it is a worker, and the background
 * work, unless it only answers requests. A failure here never ends the process.
 *
 * @returns stops everything; resolves when the running jobs have returned, or when their time is over.
 */
export async function startBackground(shop: Shop, say: (line: string) => void) {
  const { role } = shop.services.config
  const stopFace = role === 'worker' ? undefined : await keepFace(shop.services)
  const stopWork = role === 'web' ? undefined : await startWork(shop, say)
  return async (options?: { withinMs?: number }) => {
    stopFace?.()
    await stopWork?.(options)
  }
}

/** Jobs, and the first sizes of new images, so that no shopper waits for them. */
async function startWork({ services, variants, connection }: Shop, say: (line: string) => void) {
  const { config, log } = services
  const stopping = new AbortController()
  const database = openDatabase({
    ...connection,
    poolSize: JOB_CONNECTIONS,
    statementTimeoutMs: 30_000,
    connectTimeoutMs: 30_000,
  })
  const transports = openTransports(config)
  const jobs = await startJobs({
    services: { ...services, db: database.db, transports },
    jobs: [...allJobs, ...services.plugins.installed.flatMap(({ jobs }) => jobs)],
    pool: database.pool,
  })

  const warm = setTimeout(async () => {
    try {
      const paths = await readCardImages(services)
      let reportedQuarter = 0
      await variants.warm(paths, {
        signal: stopping.signal,
        pause: PAUSE_AFTER_EACH,
        onProgress(done, of) {
          const quarter = Math.floor((done / of) * 4)
          if (quarter <= reportedQuarter || done === of) return
          reportedQuarter = quarter
          say(`  Images: ${done} of ${of} sizes ready`)
        },
      })
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'image sizes were not generated in advance')
    }
  }, WARM_AFTER_MS)

  return async (options?: Parameters<typeof jobs.stop>[0]) => {
    stopping.abort()
    clearTimeout(warm)
    await jobs.stop(options)
    transports.close()
    await database.close()
  }
}
