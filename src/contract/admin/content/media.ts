import { z } from 'zod'
import { defineEndpoints } from '#contract/define-endpoints.ts'
import { FocalPoint, Id, IdText, pageOf, Text, Time } from '#contract/shapes.ts'
import { listQuery } from '../resource.ts'
import type { contentRoutes } from './routes.ts'

/** A picture of the media library. `path` is relative to the media folder, as forms store it. */
export const MediaPicture = z.object({
  id: Id,
  path: z.string(),
  alt: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Of the uploaded file; empty when it is not known. */
  file_name: z.string(),
})
export type MediaPicture = z.infer<typeof MediaPicture>

/** Kinds of records that show pictures; `other` is a table of a plugin. */
export const pictureUseKinds = [
  'product',
  'category',
  'collection',
  'attribute',
  'menu',
  'slider',
  'faq',
  'page',
  'draft',
  'template',
  'blog_post',
  'order',
  'setting',
  'appearance',
  'plugin',
  'other',
] as const

/** A record that shows a picture. */
export const PictureUse = z.object({
  kind: z.enum(pictureUseKinds),
  /** As in the address of its screen; null where it has none. */
  id: z.string().nullable(),
  name: z.string(),
})
export type PictureUse = z.infer<typeof PictureUse>

export const MediaDetail = MediaPicture.extend({
  version: z.string(),
  /** Null: the middle. */
  focal_point: FocalPoint.nullable(),
  created_at: Time,
  /** The first hundred. */
  uses: z.array(PictureUse),
})
export type MediaDetail = z.infer<typeof MediaDetail>

const ref = { id: IdText, version: z.string().min(1).max(64) }

const staff = { access: 'staff', whileLocked: true } as const

export const mediaEndpoints = defineEndpoints<(typeof contentRoutes)['adminMedia']>()({
  list: {
    summary: 'A page of the pictures of the media library, found by text alternative, file name or path',
    input: z.object(listQuery(['id'])),
    data: pageOf(MediaPicture),
    ...staff,
    permission: 'content.read',
  },
  upload: {
    summary: 'Stores a picture in the media library: JPEG, PNG or WebP, 25 MB at most',
    input: z.object({ alt: Text(300).default('') }),
    data: MediaPicture.pick({ path: true, alt: true, width: true, height: true }),
    takesForm: true,
    takesFiles: ['file'],
    ...staff,
    permission: 'content.write',
  },
  get: {
    summary: 'A picture with the records that show it',
    input: z.object({ id: IdText }),
    data: MediaDetail,
    ...staff,
    permission: 'content.read',
  },
  describe: {
    summary: 'Changes the text alternative of a picture, and what stays visible where it is cropped',
    input: z.object({ ...ref, alt: Text(300), focal_point: FocalPoint.nullable().optional() }),
    data: MediaDetail,
    refusals: ['STALE_RECORD'],
    ...staff,
    permission: 'content.write',
  },
  replace: {
    summary: 'Stores another file for a picture: everything that shows the picture shows the new file',
    input: z.object(ref),
    data: MediaDetail,
    refusals: ['STALE_RECORD'],
    takesForm: true,
    takesFiles: ['file'],
    ...staff,
    permission: 'content.write',
  },
  remove: {
    summary: 'Deletes a picture that nothing shows',
    input: z.object(ref),
    data: z.object({ id: Id }),
    refusals: ['STALE_RECORD', 'IN_USE'],
    ...staff,
    permission: 'content.write',
  },
})
