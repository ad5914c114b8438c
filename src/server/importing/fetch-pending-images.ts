import { sql } from 'kysely'
import type { Db } from '../http/context.ts'
import { noteChange } from '../http/note-change.ts'
import { type DownloadLimits, download, RefusedAddressError } from './download.ts'
import { LARGEST_IMAGE, measureImage, UnusableImageError } from './image-file.ts'
import { insertImage, writeImageFile } from './store-image.ts'

export type FetchRequest = {
  db: Db
  mediaDir: string
  log?: { info(message: string): void; warn(message: string): void }
  /** Pictures tried in this call. */
  limit?: number
  /** Do not set it in a shop that the public can reach: a file could then make the shop read its own network. */
  allowsPrivateAddresses?: boolean
}

export type FetchOutcome = { stored: number; failed: number; givenUp: number }

const TRIES = 10
const LEASE_MINUTES = 15

type Pending = { id: number; product_id: number; source_url: string; attempts: number }

/**
 * Fetches pictures that an import left to be fetched (`product_images` without an image). One that fails is tried again
 * after 1 minute, then 3, 9 … at most a day, ten times in all; one that can never succeed is given up at once. Several
 * processes may call it at the same time. Never throws for a picture.
 */
export async function fetchPendingImages(request: FetchRequest): Promise<FetchOutcome> {
  const { db, log, limit = 20 } = request
  const outcome: FetchOutcome = { stored: 0, failed: 0, givenUp: 0 }
  const limits: DownloadLimits = {
    maxBytes: LARGEST_IMAGE,
    timeoutMs: 30_000,
    allowsPrivateAddresses: request.allowsPrivateAddresses ?? false,
  }
  for (const pending of await takePending(db, limit)) {
    try {
      await storePending(request, pending, limits)
      outcome.stored++
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const isHopeless = error instanceof UnusableImageError || error instanceof RefusedAddressError
      const isLast = isHopeless || pending.attempts >= TRIES
      outcome[isLast ? 'givenUp' : 'failed']++
      log?.warn(`import: picture ${pending.source_url}: ${reason}${isLast ? ' (given up)' : ''}`)
      await noteFailure(db, pending, reason, isHopeless)
    }
  }
  return outcome
}

/** Leases the pictures for some minutes: a process that dies meanwhile loses one try. */
async function takePending(db: Db, limit: number): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    update product_images set attempts = attempts + 1, next_attempt_at = now() + make_interval(mins => ${LEASE_MINUTES})
    where id in (
      select id from product_images
      where image_id is null and attempts < ${TRIES} and (next_attempt_at is null or next_attempt_at <= now())
      order by next_attempt_at nulls first, id limit ${limit} for update skip locked
    ) returning id, product_id, source_url, attempts`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}

async function storePending({ db, mediaDir }: FetchRequest, pending: Pending, limits: DownloadLimits) {
  const known = await db
    .selectFrom('product_images')
    .select('image_id')
    .where('source_url', '=', pending.source_url)
    .where('image_id', 'is not', null)
    .executeTakeFirst()
  if (known) return showImage(db, pending, known.image_id!)
  const bytes = await download(pending.source_url, limits)
  const image = await measureImage(bytes)
  await writeImageFile(mediaDir, image, bytes)
  await showImage(db, pending, await insertImage(db, image))
}

/** Shows the picture wherever this address was waited for. */
async function showImage(db: Db, { source_url }: Pending, imageId: number) {
  await db.transaction().execute(async (tx) => {
    const shown = await tx
      .updateTable('product_images')
      .set({ image_id: imageId, next_attempt_at: null, last_error: null })
      .where('source_url', '=', source_url)
      .where('image_id', 'is', null)
      .returning('product_id')
      .execute()
    if (shown.length === 0) return
    await noteChange(tx, ['listing', ...new Set(shown.map(({ product_id }) => `product:${product_id}`))])
  })
}

async function noteFailure(db: Db, { id, attempts }: Pending, reason: string, isHopeless: boolean) {
  const minutes = Math.min(24 * 60, 3 ** (attempts - 1))
  await db
    .updateTable('product_images')
    .set({
      last_error: reason.slice(0, 500),
      attempts: isHopeless ? TRIES : attempts,
      next_attempt_at: isHopeless ? null : new Date(Date.now() + minutes * 60_000),
    })
    .where('id', '=', id)
    .execute()
}
