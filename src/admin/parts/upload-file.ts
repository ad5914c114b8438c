import { ApiError, sendWithSession, staffHeaders } from '#admin/api.ts'
import { fetchForm, firstMessage } from '#contract/fetch-reply.ts'

/** Sends a file with texts to an endpoint that takes a form. @throws ApiError */
export function uploadFile<Data>(
  path: string,
  file: File,
  texts: Record<string, string> = {},
): Promise<{ data: Data; message: string | undefined }> {
  const body = new FormData()
  for (const [name, text] of Object.entries(texts)) body.set(name, text)
  body.set('file', file)
  return sendWithSession(async () => {
    const { httpStatus, reply } = await fetchForm(path, body, staffHeaders())
    if (reply.status === 'success') return { data: reply.data as Data, message: reply.message }
    throw new ApiError(httpStatus, { ...reply, message: firstMessage(reply) })
  })
}
