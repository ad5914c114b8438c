import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { mediaUrl } from '../content/to-image.ts'
import { prepared } from '../db/prepared.ts'
import type { Services } from '../http/context.ts'
import { invalid } from '../http/errors.ts'
import { makeOwnPicture } from '../http/uploaded-picture.ts'
import { newPhotoPath } from './photo-path.ts'

type PhotoServices = Pick<Services, 'db' | 'config'>

const MB = 1_024 * 1_024
/** All photos together; a shop that gets more has another problem. */
const QUOTA = 2_048 * MB
const MOST_UNUSED = 20

/**
 * Keeps a photo for a refund request of this order; the request names it by its path within a day. Decisions §5, security §12.
 * @throws 422 at `image` when it is none that can be used, or there is no room.
 */
export async function keepPhoto({ db, config }: PhotoServices, orderId: number, upload: Buffer) {
  const room = await roomFor.first(db, orderId)
  if (!room || room.unused >= MOST_UNUSED || room.bytes + upload.length > QUOTA)
    throw invalid({ image: ['There is no room for more photos at the moment'] })
  const { bytes, width, height } = await makeOwnPicture(upload, 'image')
  const image_path = newPhotoPath(config.tokenSecret, orderId)
  const file = join(config.dataDir, 'media', image_path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes, { flag: 'wx' })
  await insert.all(db, image_path, orderId, bytes.length)
  return { image_path, url: mediaUrl(image_path), width, height }
}

/** Photos that no request has used within a day. */
export async function sweepPhotos({ db, config }: PhotoServices): Promise<void> {
  for (const { path } of await dropUnused.all(db))
    await rm(join(config.dataDir, 'media', path), { force: true })
}

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

const dropUnused = prepared<{ path: string }>(
  'drop unused photos',
  `delete from refund_photos where refund_id is null and created_at < now() - interval '1 day' returning path`,
)
