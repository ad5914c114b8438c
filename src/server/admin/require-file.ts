import type { Upload } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'

/**
 * The bytes of the upload's field `file`.
 * @throws 422 under `file` with `missing`, such as `Please choose a picture`
 */
export function requireFile(uploads: readonly Upload[] | undefined, missing: string): Buffer {
  return requireUpload(uploads, missing).bytes
}

/** The same with the file's own name. @throws 422 */
export function requireUpload(uploads: readonly Upload[] | undefined, missing: string): Upload {
  const file = uploads?.find(({ name }) => name === 'file')
  if (!file) throw invalid({ file: [missing] })
  return file
}
