import { randomBytes } from 'node:crypto'
import { fileTypeNames } from '#contract/rules/file-rules.ts'
import { validationMessages } from '#contract/rules/validation-messages.ts'
import { isSignedFor, type SigningSecrets, signFor } from '#server/platform/config/sign-for.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { claimStatement, isClaimable, workThrough } from '#server/platform/jobs/claimed-records.ts'
import { defineJob, type JobServices } from '#server/platform/jobs/job.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { PRIVATE } from '#server/platform/kernel/file-storage.ts'
import { addressKey, requireToken } from '#server/platform/limits/rate-limit.ts'
import { imageKind } from '#server/platform/media/image-kind.ts'
import { MAX_UPLOAD_BYTES, makeOwnPicture, tooLarge } from '#server/platform/media/uploaded-picture.ts'
import type { StoredForm } from './stored-form.ts'

const MB = 1_024 * 1_024
/** All files of forms together. */
const QUOTA = 2_048 * MB
const UNUSED = 'delete-unused-form-files'
const SIGNATURE_LENGTH = 22

type FileServices = Pick<Services, 'db' | 'config' | 'files'>

/**
 * Stores an uploaded image or PDF for a field of a form; the submission names it by the returned path within a day. The type is
 * read from the content. Images are re-encoded; no URL serves the file. Security §10, §12; ADR 0026.
 *
 * @throws 422 at the field for another type, too large, or without room; 429.
 */
export async function keepFormFile(
  { db, config, files, ip }: FileServices & { ip: string },
  { slug, fields }: Pick<StoredForm, 'slug' | 'fields'>,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<string> {
  if (!fields.some((field) => field.name === name && field.type === 'file'))
    throw invalid({ [name]: [validationMessages.unknown] })
  if (bytes.length > MAX_UPLOAD_BYTES) throw tooLarge(name, 'file')
  await requireToken(db, `form file ip ${addressKey(ip)}`, { most: 20, seconds: 3_600 })
  const isPdf = bytes.subarray(0, 5).toString('latin1') === '%PDF-'
  const stored = isPdf ? bytes : (await picture(bytes, name)).bytes
  const used = await bytesUsed.first(db)
  if ((used?.bytes ?? 0) + stored.length > QUOTA)
    throw invalid({ [name]: ['There is no room for more files at the moment'] })
  const path = newPath(config, slug, name, isPdf ? 'pdf' : 'webp')
  await files.write(path, stored)
  await insert.all(db, path, slug, stored.length)
  return path
}

async function picture(bytes: Buffer, name: string) {
  if (!imageKind(bytes.subarray(0, 32)))
    throw invalid({ [name]: [validationMessages.fileType(fileTypeNames)] })
  return makeOwnPicture(bytes, name)
}

/** Ends with a type that no route of the shop serves. */
function newPath(secrets: SigningSecrets, slug: string, field: string, type: string, now = new Date()) {
  const name = randomBytes(16).toString('base64url')
  const signature = signFor(secrets, 'form file', textOf(slug, field, name)).slice(0, SIGNATURE_LENGTH)
  return `form-files/${now.toISOString().slice(0, 7).replace('-', '/')}/0${name}.${signature}.${type}${PRIVATE}`
}

/** Was this path made for this field of this form? */
export function isFileOf(
  secrets: SigningSecrets,
  { slug, field, path }: { slug: string; field: string; path: string },
) {
  const [, name = '', signature = ''] = /\/0([\w-]+)\.([\w-]+)\.(?:pdf|webp)\.private$/.exec(path) ?? []
  return isSignedFor(secrets, 'form file', {
    text: textOf(slug, field, name),
    signature,
    length: SIGNATURE_LENGTH,
  })
}

const textOf = (slug: string, field: string, name: string) => `form-file:${slug}:${field}:${name}`

/**
 * Assigns uploaded files to a submission. @returns false when one of them was used or deleted before.
 */
export async function assignFiles(tx: Tx, submissionId: number, paths: readonly string[]): Promise<boolean> {
  if (paths.length === 0) return true
  return (await assign.all(tx, submissionId, paths)).length === paths.length
}

/** Deletes files that no submission uses after a day, those of deleted submissions too. */
export const deleteUnusedFormFilesJob = defineJob<FileServices & JobServices>({
  name: UNUSED,
  schedule: { every: 3_600 },
  run: (_, context) => deleteUnusedFormFiles(context),
})

export async function deleteUnusedFormFiles({
  db,
  files,
  ...context
}: Pick<FileServices, 'db' | 'files'> & JobServices): Promise<void> {
  await workThrough(
    { db, ...context },
    {
      job: UNUSED,
      claim: claimUnused,
      // The row goes only with its file: nothing else would find a file without a row.
      work: ({ id: path }) =>
        db.transaction().execute(async (tx) => {
          if (await dropUnused.first(tx, path)) await files.remove(path)
        }),
    },
  )
}

const bytesUsed = prepared<{ bytes: number }>(
  'bytes of form files',
  'select coalesce(sum(bytes), 0)::bigint as bytes from form_files',
)

const insert = prepared(
  'insert form file',
  'insert into form_files (path, form_slug, bytes) values ($1::text, $2::text, $3::integer)',
)

const assign = prepared<{ path: string }>(
  'assign form files',
  `update form_files set submission_id = $1::bigint
  where path = any($2::text[]) and submission_id is null returning path`,
)

const claimUnused = claimStatement<{ id: string }>(
  UNUSED,
  `select f.path as id from form_files f
  where f.submission_id is null and f.created_at < now() - interval '1 day' and ${isClaimable(UNUSED, 'f.path')}
  order by f.created_at limit $1::integer for update of f skip locked`,
)

const dropUnused = prepared<{ path: string }>(
  'drop unused form file',
  'delete from form_files where path = $1::text and submission_id is null returning path',
)
