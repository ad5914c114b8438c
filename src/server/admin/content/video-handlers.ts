import type { VideoDetail, videoEndpoints } from '#contract/admin/content/videos.ts'
import { type Actor, actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { lastPageOf } from '#server/platform/kernel/count-about.ts'
import { type Handlers, say } from '#server/platform/kernel/handlers.ts'
import { hashOf } from '#server/shop/uploads/add-picture.ts'
import { listVideo } from '#server/shop/uploads/add-video.ts'
import { checkCaptions } from '#server/shop/uploads/check-captions.ts'
import {
  listVideos,
  readVideo,
  removeVideo,
  renameVideo,
  setVideoCaptions,
} from '#server/shop/uploads/manage-video.ts'
import { receiveVideoPart, startVideo } from '#server/shop/uploads/receive-video.ts'
import { requireVersion, versionOf } from '../record-version.ts'
import { recordNotFound } from '../refusals.ts'
import { requireFile } from '../require-file.ts'

type Ref = { id: number; version: string }

/** The videos of the media library, which sections show. ADR 0048. */
export const videoHandlers: Handlers<typeof videoEndpoints> = {
  async list(query, { db }) {
    const { page, per_page } = query
    const { rows, total } = await listVideos(db, query)
    return { data: rows, current_page: page, last_page: lastPageOf(total, per_page), per_page, total }
  },

  start: (input, { db }) => inTransaction(db, (tx) => startVideo(tx, input)),

  async addPart({ id, offset }, call) {
    const bytes = requireFile(call.uploads, 'Please choose a video')
    const { received, video } = await receiveVideoPart(
      call,
      { id, offset, bytes },
      listAudited(actorOf(call.visitor)),
    )
    if (!video) return { received, video: null }
    return say(video.isNew ? 'Video uploaded' : 'The media library already has this video', {
      received,
      video: await requireVideo(call.db, video.id),
    })
  },

  get: ({ id }, { db }) => requireVideo(db, id),

  async rename({ name, ...ref }, { db, visitor }) {
    const saved = await change(db, actorOf(visitor), ref, 'rename', (tx) => renameVideo(tx, ref.id, name))
    return say('Video saved', saved)
  },

  async setCaptions({ language, ...ref }, { db, files, visitor, uploads }) {
    const bytes = requireFile(uploads, 'Please choose a WebVTT file')
    checkCaptions(bytes)
    const path = `uploads/${hashOf(bytes)}.vtt`
    await files.write(path, bytes)
    const saved = await change(db, actorOf(visitor), ref, 'captions', (tx) =>
      setVideoCaptions(tx, ref.id, { path, language }),
    )
    return say('Captions saved', saved)
  },

  async removeCaptions(ref, { db, visitor }) {
    const saved = await change(db, actorOf(visitor), ref, 'captions', (tx) =>
      setVideoCaptions(tx, ref.id, null),
    )
    return say('Captions deleted', saved)
  },

  async remove(ref, { db, files, visitor }) {
    const { path } = await inTransaction(db, async (tx) => {
      const before = await requireCurrent(tx, ref)
      await removeVideo(tx, before)
      await writeAudit(tx, actorOf(visitor), {
        action: 'video.remove',
        record: { type: 'video', id: String(ref.id) },
        before: loggedOf(before),
      })
      return before
    })
    await files.remove(path)
    return say('Video deleted', { id: ref.id })
  },
}

/** Lists a video, with an entry in the audit log for a new one. */
const listAudited =
  (actor: Actor): typeof listVideo =>
  async (tx, video) => {
    const listed = await listVideo(tx, video)
    if (listed.isNew)
      await writeAudit(tx, actor, {
        action: 'video.upload',
        record: { type: 'video', id: String(listed.id) },
        after: video,
      })
    return listed
  }

const change = (db: Db, actor: Actor, ref: Ref, action: string, work: (tx: Tx) => Promise<unknown>) =>
  inTransaction(db, async (tx) => {
    const before = await requireCurrent(tx, ref)
    await work(tx)
    const after = await requireVideo(tx, ref.id)
    await writeAudit(tx, actor, {
      action: `video.${action}`,
      record: { type: 'video', id: String(ref.id) },
      before: loggedOf(before),
      after: loggedOf(after),
    })
    return after
  })

const loggedOf = ({ name, path, captions_path, captions_language }: Omit<VideoDetail, 'version'>) => ({
  name,
  path,
  captions_path,
  captions_language,
})

/** Its uses are not part of the version: they change without an edit of the video. */
async function requireVideo(db: Db | Tx, id: number): Promise<VideoDetail> {
  const video = await readVideo(db, id)
  if (!video) throw recordNotFound('Video')
  return { ...video, version: versionOf(loggedOf(video)) }
}

const requireCurrent = (tx: Tx, ref: Ref) =>
  requireVersion(tx, { type: 'video', label: 'Video', ...ref }, requireVideo)
