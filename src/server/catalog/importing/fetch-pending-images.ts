import { sql } from 'kysely'
import { noteChange } from '#server/platform/changes/note-change.ts'
import { defineJob } from '#server/platform/jobs/job.ts'
import type { Db, Services } from '#server/platform/kernel/context.ts'
import type { FileStorage } from '#server/platform/kernel/file-storage.ts'
import type { HookRunner } from '#server/platform/kernel/plugin.ts'
import { MAX_IMAGE_BYTES, measureImage, UnusableImageError } from '#server/platform/media/image-file.ts'
import { type DownloadLimits, download, RefusedAddressError } from './download.ts'
import { insertImage, writeImageFile } from './store-image.ts'

export type FetchRequest = {
  db: Db
  plugins: HookRunner
  files: FileStorage
  log?: { info(message: string): void; warn(message: string): void }
  /** Images attempted in this call. */
  limit?: number
  /** Leave unset in a public shop: otherwise a file could make the server fetch from its own network (SSRF). */
  allowsPrivateAddresses?: boolean
}

export type FetchOutcome = { stored: number; failed: number; givenUp: number }

/** Fetches due images, twenty at a time, until none is left. */
export const fetchPendingImagesJob = defineJob<Pick<Services, 'db' | 'log' | 'files' | 'plugins'>>({
  name: 'fetch-pending-images',
  schedule: { every: 60 },
  lanes: 2,
  async run(_, { db, log, files, plugins, signal }) {
    const limit = 20
    for (let tried = limit; tried === limit && !signal.aborted; ) {
      const { stored, failed, givenUp } = await fetchPendingImages({ db, log, files, plugins, limit })
      tried = stored + failed + givenUp
    }
  },
})

const MAX_ATTEMPTS = 10
const LEASE_MINUTES = 15

type Pending = { id: number; product_id: number; source_url: string; attempts: number }

/**
 * Fetches images that an import left pending (`product_images` without an image). Failures are retried after
 * 1, 3, 9 … minutes, at most a day, ten times in total; permanent ones are given up at once. Safe to run in
 * several processes, and never throws for a single image.
 */
export async function fetchPendingImages(request: FetchRequest): Promise<FetchOutcome> {
  const { db, log, limit = 20 } = request
  const outcome: FetchOutcome = { stored: 0, failed: 0, givenUp: 0 }
  const limits: DownloadLimits = {
    maxBytes: MAX_IMAGE_BYTES,
    timeoutMs: 30_000,
    allowsPrivateAddresses: request.allowsPrivateAddresses ?? false,
  }
  for (const pending of await claimPending(db, limit)) {
    try {
      await storePending(request, pending, limits)
      outcome.stored++
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const isPermanent = error instanceof UnusableImageError || error instanceof RefusedAddressError
      const isLast = isPermanent || pending.attempts >= MAX_ATTEMPTS
      outcome[isLast ? 'givenUp' : 'failed']++
      log?.warn(`import: image ${pending.source_url}: ${reason}${isLast ? ' (given up)' : ''}`)
      await noteFailure(db, pending, reason, isPermanent)
    }
  }
  return outcome
}

/** Leases the images for some minutes, so that a process that crashes uses one attempt. */
async function claimPending(db: Db, limit: number): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    update product_images set attempts = attempts + 1, next_attempt_at = now() + make_interval(mins => ${LEASE_MINUTES})
    where id in (
      select id from product_images
      where image_id is null and attempts < ${MAX_ATTEMPTS} and (next_attempt_at is null or next_attempt_at <= now())
      order by next_attempt_at nulls first, id limit ${limit} for update skip locked
    ) returning id, product_id, source_url, attempts`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}

async function storePending({ db, files, plugins }: FetchRequest, pending: Pending, limits: DownloadLimits) {
  const known = await db
    .selectFrom('product_images')
    .select('image_id')
    .where('source_url', '=', pending.source_url)
    .where('image_id', 'is not', null)
    .executeTakeFirst()
  if (known) return showImage({ db, plugins }, pending, known.image_id!)
  const bytes = await download(pending.source_url, limits)
  const image = await measureImage(bytes)
  await writeImageFile(files, image, bytes)
  await showImage({ db, plugins }, pending, await insertImage(db, image))
}

/** Assigns the image to every product that waits for this URL. */
async function showImage(
  { db, plugins }: Pick<FetchRequest, 'db' | 'plugins'>,
  { source_url }: Pending,
  imageId: number,
) {
  await db.transaction().execute(async (tx) => {
    const shown = await tx
      .updateTable('product_images')
      .set({ image_id: imageId, next_attempt_at: null, last_error: null })
      .where('source_url', '=', source_url)
      .where('image_id', 'is', null)
      .returning('product_id')
      .execute()
    if (shown.length === 0) return
    const product_ids = [...new Set(shown.map(({ product_id }) => product_id))]
    await noteChange(
      tx,
      product_ids.map((id) => `product:${id}`),
    )
    await plugins.runHooks(tx, 'product.changed', { product_ids })
  })
}

async function noteFailure(db: Db, { id, attempts }: Pending, reason: string, isPermanent: boolean) {
  const minutes = Math.min(24 * 60, 3 ** (attempts - 1))
  await db
    .updateTable('product_images')
    .set({
      last_error: reason.slice(0, 500),
      attempts: isPermanent ? MAX_ATTEMPTS : attempts,
      next_attempt_at: isPermanent ? null : new Date(Date.now() + minutes * 60_000),
    })
    .where('id', '=', id)
    .execute()
}
