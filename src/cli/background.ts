import { join } from 'node:path'
import type { Shop } from '../main.ts'
import { eraseLeftOrders } from '../server/account/erase-orders.ts'
import { sweepAuth } from '../server/auth/sweep-auth.ts'
import { sweepCarts } from '../server/cart/sweep-carts.ts'
import { noteDueSections } from '../server/content/note-due-sections.ts'
import { fetchPendingImages } from '../server/importing/fetch-pending-images.ts'
import { openTransports } from '../server/notify/open-transports.ts'
import { sendOutbox } from '../server/notify/send-outbox.ts'
import { issueMissingCreditNotes } from '../server/orders/issue-credit-note.ts'
import { issueMissingInvoices } from '../server/orders/issue-invoice.ts'
import { sweepPhotos } from '../server/orders/keep-photo.ts'
import { runTestCourier } from '../server/orders/shipping/test-courier.ts'
import { sweepExpired } from '../server/payments/sweep-expired.ts'

const EVERY_MS = 60_000
/** Somebody may be waiting for a code. */
const SEND_EVERY_MS = 2_000
const SWEEP_EVERY_MS = 3_600_000
const WARM_AFTER_MS = 3_000

/**
 * What a running shop does beside answering: mail and SMS, payments that nobody came back from, sections whose time has come, orders that outlive
 * their customer, pictures that an import could not reach yet, and the first sizes of new pictures, so that no shopper waits for them. Nothing here is ever fatal.
 */
export function startBackground({ services, variants }: Shop, say: (line: string) => void) {
  const { db, log, config } = services
  const stopping = new AbortController()
  const mediaDir = join(config.dataDir, 'media')
  let lookedAt = new Date()
  let sweptAt = 0

  const everyMinute = alone(async () => {
    // First what others wait for: stock and money.
    await sweepExpired(services)
    const { testCourierMinutes = 0 } = config
    if (config.mode === 'demo' && testCourierMinutes > 0) await runTestCourier(services, testCourierMinutes)
    await issueMissingInvoices(db)
    await issueMissingCreditNotes(db)
    const now = new Date()
    await noteDueSections(db, lookedAt, now)
    lookedAt = now
    if (now.getTime() - sweptAt >= SWEEP_EVERY_MS) {
      await sweepAuth(db)
      await eraseLeftOrders(db)
      await sweepPhotos(services)
      await sweepCarts(db)
      sweptAt = now.getTime()
    }
    await fetchPendingImages({ db, log, mediaDir, limit: 20 })
  })
  const run = () =>
    everyMinute().catch((error) => {
      // Whoever stops the shop takes the database from under it.
      if (!stopping.signal.aborted) log.warn({ err: error }, 'background work failed')
    })
  const timer = setInterval(run, EVERY_MS)
  void run()

  const transports = openTransports(config)
  const everyMoment = alone(async () => void (await sendOutbox({ db, log, transports: await transports })))
  const sending =
    config.mail || config.sms
      ? setInterval(
          () => everyMoment().catch((error) => log.warn({ err: error }, 'the outbox was not looked through')),
          SEND_EVERY_MS,
        )
      : undefined

  const warm = setTimeout(async () => {
    try {
      const paths = await readFirstPictures(services)
      let told = 0
      await variants.warm(paths, {
        signal: stopping.signal,
        onProgress(done, of) {
          const tenth = Math.floor((done / of) * 4)
          if (tenth <= told || done === of) return
          told = tenth
          say(`  Pictures: ${done} of ${of} sizes ready`)
        },
      })
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'pictures were not made ahead')
    }
  }, WARM_AFTER_MS)

  return () => {
    stopping.abort()
    clearInterval(timer)
    clearInterval(sending)
    void transports.then(({ close }) => close())
    clearTimeout(warm)
  }
}

/** The pictures of product cards, in the order in which listings show them. */
async function readFirstPictures({ db }: Shop['services']): Promise<string[]> {
  const rows = await db
    .selectFrom('product_images')
    .innerJoin('images', 'images.id', 'product_images.image_id')
    .innerJoin('products', 'products.id', 'product_images.product_id')
    .where('products.is_published', '=', true)
    .where('product_images.position', '<=', 1)
    .orderBy('product_images.position')
    .orderBy('products.position')
    .select('images.path')
    .limit(400)
    .execute()
  return [...new Set(rows.map(({ path }) => path))]
}

/** Never twice at the same time: a round that takes long swallows those that come meanwhile. */
function alone(work: () => Promise<void>) {
  let running: Promise<void> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
