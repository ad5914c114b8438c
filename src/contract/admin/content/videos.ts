import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { Id, IdText, pageOf, Text, Time } from '#contract/shapes.ts'
import { listQuery } from '../resource.ts'
import { PictureUse } from './media.ts'
import type { contentRoutes } from './routes.ts'

/** A video of the media library. `path` is relative to the media folder. */
export const VideoRow = z.object({
  id: Id,
  name: z.string(),
  path: z.string(),
  bytes: z.int(),
  /** BCP 47; null for a video without captions. */
  captions_language: z.string().nullable(),
  created_at: Time,
})
export type VideoRow = z.infer<typeof VideoRow>

export const VideoDetail = VideoRow.extend({
  version: z.string(),
  /** A WebVTT file, relative to the media folder. */
  captions_path: z.string().nullable(),
  /** The first hundred records that show it. */
  uses: z.array(PictureUse),
})
export type VideoDetail = z.infer<typeof VideoDetail>

const Language = z
  .string()
  .trim()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'A language is written as in en or pt-BR')

const ref = { id: IdText, version: z.string().min(1).max(64) }
const staff = { access: 'staff', whileLocked: true } as const
const reads = { ...staff, permission: 'content.read' } as const
const writes = { ...staff, permission: 'content.write' } as const

/** Videos of the shop's own, in parts because a request must arrive within seconds. ADR 0048. */
export const videoEndpoints = defineEndpoints<(typeof contentRoutes)['adminVideos']>()({
  list: {
    summary: 'A page of the videos of the media library, found by a part of the name',
    input: z.object(listQuery(['id', 'name'])),
    data: pageOf(VideoRow),
    ...reads,
  },
  start: {
    summary: 'Begins the upload of a video by its name and size; its parts follow in order',
    input: z.object({ name: Text(200).min(1), bytes: z.int().min(1) }),
    data: z.object({
      id: Id,
      /** Of each part but the last one. */
      part_bytes: z.int(),
    }),
    ...writes,
  },
  addPart: {
    summary: 'Takes the next part of an upload; the last one answers with the stored video',
    input: z.object({
      id: IdText,
      /** Bytes before this part. */
      offset: z.coerce.number().int().min(0).max(2_147_483_647),
    }),
    data: z.object({ received: z.int(), video: VideoDetail.nullable() }),
    takesForm: true,
    takesFiles: ['file'],
    ...writes,
  },
  get: {
    summary: 'A video with the records that show it',
    input: z.object({ id: IdText }),
    data: VideoDetail,
    ...reads,
  },
  rename: {
    summary: 'Changes the name of a video',
    input: z.object({ ...ref, name: Text(200).min(1, 'Please enter a name') }),
    data: VideoDetail,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
  setCaptions: {
    summary: 'Stores the captions of a video, a WebVTT file, in place of former ones',
    input: z.object({ ...ref, language: Language }),
    data: VideoDetail,
    refusals: ['STALE_RECORD'],
    takesForm: true,
    takesFiles: ['file'],
    ...writes,
  },
  removeCaptions: {
    summary: 'Deletes the captions of a video',
    input: z.object(ref),
    data: VideoDetail,
    refusals: ['STALE_RECORD'],
    ...writes,
  },
  remove: {
    summary: 'Deletes a video that nothing shows',
    input: z.object(ref),
    data: z.object({ id: Id }),
    refusals: ['STALE_RECORD', 'IN_USE'],
    ...writes,
  },
})
