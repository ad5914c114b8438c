import { prepared } from '#server/platform/db/prepared.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { mediaUrl } from '#server/platform/media/to-image.ts'
import { makeOwnPicture } from '#server/platform/media/uploaded-picture.ts'
import { newPhotoPath } from './photo-path.ts'

type PhotoServices = Pick<Services, 'db' | 'config' | 'files'>

const UNUSED = 'delete-unused-photos'

const MB = 1_024 * 1_024
/** Size of all photos together. */
const QUOTA = 2_048 * MB
const MAX_UNUSED = 20

/**
 * Stores a photo for a refund request of this order; the request must name it by its path within a day.
 * Decisions §5, security §12.
 * @throws 422 at `image` when it is not a usable image, or the quota is exhausted.
 */
export async function storePhoto({ db, config, files }: PhotoServices, orderId: number, upload: Buffer) {
  const room = await roomFor.first(db, orderId)
  if (!room || room.unused >= MAX_UNUSED || room.bytes + upload.length > QUOTA)
    throw invalid({ image: ['There is no room for more photos at the moment'] })
  const { bytes, width, height } = await makeOwnPicture(upload, 'image')
  const image_path = newPhotoPath(config, orderId)
  await files.write(image_path, bytes)
  await insert.all(db, image_path, orderId, bytes.length)
  return { image_path, url: mediaUrl(image_path), width, height }
}

/** Deletes photos that no request has used within a day, and those of erased orders: row and file. */
export async function deleteUnusedPhotos({
  db,
  files,
  ...context
}: Pick<PhotoServices, 'db' | 'files'> & JobServices): Promise<void> {
  await workThrough(
    { db, ...context },
    {
      job: UNUSED,
      claim: claimUnused,
      // Deletes the row only with its file, because a file without a row would never be found.
      work: ({ id: path }) =>
        db.transaction().execute(async (tx) => {
          if (await dropUnused.first(tx, path)) await files.remove(path)
        }),
    },
  )
}

export const deleteUnusedPhotosJob = defineJob<PhotoServices & JobServices>({
  name: UNUSED,
  schedule: { every: 3_600 },
  run: (_, context) => deleteUnusedPhotos(context),
})

const roomFor = prepared<{ unused: number; bytes: number }>(
  'room for photos',
  `select count(*) filter (where order_id = $1::bigint and refund_id is null)::integer as unused,
    coalesce(sum(bytes), 0)::bigint as bytes
  from refund_photos`,
)

const insert = prepared(
  'insert refund photo',
  'insert into refund_photos (path, order_id, bytes) values ($1::text, $2::bigint, $3::integer)',
)

const isUnused = `p.created_at < now() - interval '1 day' and (p.refund_id is null
  or exists (select from orders o where o.id = p.order_id and o.erased_at is not null))`

const claimUnused = claimStatement<{ id: string }>(
  UNUSED,
  `select p.path as id from refund_photos p
  where ${isUnused} and ${isClaimable(UNUSED, 'p.path')}
  order by p.created_at limit $1::integer for update of p skip locked`,
)

const dropUnused = prepared(
  'drop unused photo',
  `with gone as (
    delete from refund_photos p where p.path = $1::text and ${isUnused} returning p.path, p.refund_id
  ),
  items as (
    update refund_items i set images = array_remove(i.images, gone.path) from gone where i.refund_id = gone.refund_id
  )
  select path from gone`,
)
