import type { MediaDetail, mediaEndpoints } from '#contract/admin/content/media.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { lastPageOf } from '#server/platform/kernel/count-about.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { addPicture, shownFileName, storePicture } from '#server/shop/uploads/add-picture.ts'
import { listPictures } from '#server/shop/uploads/list-pictures.ts'
import {
  describePicture,
  readPicture,
  removePicture,
  replacePicture,
  setFocalPoint,
} from '#server/shop/uploads/manage-picture.ts'
import { requireVersion, versionOf } from '../record-version.ts'
import { recordNotFound } from '../refusals.ts'
import { requireUpload } from '../require-file.ts'

type Ref = { id: number; version: string }
const MISSING = 'Please choose a picture'

/** The media library, from which forms choose pictures. */
export const mediaHandlers: Handlers<typeof mediaEndpoints> = {
  async list(query, { db }) {
    const { page, per_page } = query
    const { rows, total } = await listPictures(db, query)
    return {
      data: rows,
      current_page: page,
      last_page: lastPageOf(total, per_page),
      per_page,
      total,
    }
  },

  async upload({ alt }, call) {
    const { bytes, fileName } = requireUpload(call.uploads, MISSING)
    const picture = await addPicture(call, bytes, { alt, fileName: shownFileName(fileName) })
    await writeAudit(call.db, actorOf(call.visitor), {
      action: 'media.upload',
      record: { type: 'picture', id: picture.path },
      after: { alt: picture.alt },
    })
    return say('Picture uploaded', picture)
  },

  get: ({ id }, { db }) => requirePicture(db, id),

  async describe({ alt, focal_point, ...ref }, { db, visitor }) {
    const saved = await inTransaction(db, async (tx) => {
      const before = await requireCurrent(tx, ref)
      await describePicture(tx, before, alt)
      const point = focal_point === undefined ? before.focal_point : focal_point
      if (focal_point !== undefined) await setFocalPoint(tx, before, point)
      await writeAudit(tx, actorOf(visitor), {
        action: 'media.describe',
        record: { type: 'picture', id: String(ref.id) },
        before: { alt: before.alt, focal_point: before.focal_point },
        after: { alt, focal_point: point },
      })
      return requirePicture(tx, ref.id)
    })
    return say('Picture saved', saved)
  },

  async replace(ref, { db, files, visitor, uploads }) {
    const { bytes, fileName } = requireUpload(uploads, MISSING)
    const stored = {
      ...(await storePicture(files, bytes)),
      file_name: shownFileName(fileName),
    }
    const { former, saved } = await inTransaction(db, async (tx) => {
      const before = await requireCurrent(tx, ref)
      await replacePicture(tx, before, stored)
      await writeAudit(tx, actorOf(visitor), {
        action: 'media.replace',
        record: { type: 'picture', id: String(ref.id) },
        before: { path: before.path },
        after: { path: stored.path },
      })
      return { former: before.path, saved: await requirePicture(tx, ref.id) }
    })
    await files.remove(former)
    return say('Picture replaced', saved)
  },

  async remove(ref, { db, files, visitor }) {
    const path = await inTransaction(db, async (tx) => {
      const before = await requireCurrent(tx, ref)
      await removePicture(tx, before)
      await writeAudit(tx, actorOf(visitor), {
        action: 'media.remove',
        record: { type: 'picture', id: String(ref.id) },
        before: { path: before.path, alt: before.alt },
      })
      return before.path
    })
    await files.remove(path)
    return say('Picture deleted', { id: ref.id })
  },
}

/** Its uses are not part of the version: they change without an edit of the picture. */
async function requirePicture(db: Db | Tx, id: number): Promise<MediaDetail> {
  const picture = await readPicture(db, id)
  if (!picture) throw recordNotFound('Picture')
  return { ...picture, version: versionOf([picture.path, picture.alt, picture.focal_point]) }
}

const requireCurrent = (tx: Tx, ref: Ref) =>
  requireVersion(tx, { type: 'picture', label: 'Picture', ...ref }, requirePicture)
