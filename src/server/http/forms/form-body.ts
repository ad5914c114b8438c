import { badRequest } from '#server/platform/kernel/errors.ts'

const MB = 1_024 * 1_024
/** Two files of the largest size, and text. */
export const MAX_FILE_FORM_BYTES = 11 * MB
/** One picture of staff, and text. */
export const MAX_STAFF_FORM_BYTES = 26 * MB
/** A record as JSON: a product of 2,000 variations with prices of several channels. */
export const MAX_RECORD_BYTES = 4 * MB

export type Texts = Readonly<Record<string, string | readonly string[]>>

export type FormBody = {
  /** By name; a name that ends with `[]` has a list. */
  texts: Texts
  files: readonly FormFile[]
}

type FormFile = { name: string; bytes: Buffer; fileName: string }

/**
 * Reads a form body, urlencoded or multipart.
 * @throws 400 when it cannot be read.
 */
export async function readFormBody(body: Buffer, contentType: string | undefined): Promise<FormBody> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType ?? '' } })
    .formData()
    .catch(() => {
      throw badRequest('This request could not be read')
    })
  const texts = new Map<string, string | string[]>()
  const files: FormFile[] = []
  for (const [name, value] of form) {
    if (typeof value !== 'string') {
      // A file field without a file is sent as an empty one.
      if (value.size > 0)
        files.push({ name, bytes: Buffer.from(await value.arrayBuffer()), fileName: value.name })
    } else if (name.endsWith('[]'))
      texts.set(name.slice(0, -2), [...(texts.get(name.slice(0, -2)) ?? []), value])
    // Browsers normalise line breaks to CRLF.
    else texts.set(name, value.replaceAll('\r\n', '\n'))
  }
  return { texts: Object.fromEntries(texts), files }
}
