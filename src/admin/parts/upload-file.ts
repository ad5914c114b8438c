import { ApiError, sendWithSession, staffHeaders } from '#admin/api.ts'

type Reply = {
  status: string
  code?: string
  message?: string
  errors?: Record<string, string[]>
  data: unknown
}

/** Sends a file with texts to an endpoint that takes a form. @throws ApiError */
export function uploadFile<Data>(
  path: string,
  file: File,
  texts: Record<string, string> = {},
): Promise<{ data: Data; message: string | undefined }> {
  const body = new FormData()
  for (const [name, text] of Object.entries(texts)) body.set(name, text)
  body.set('file', file)
  return sendWithSession(() => post<Data>(path, body))
}

async function post<Data>(
  path: string,
  body: FormData,
): Promise<{ data: Data; message: string | undefined }> {
  const response = await fetch(path, {
    method: 'POST',
    body,
    headers: { 'x-requested-with': 'fetch', ...staffHeaders() },
  }).catch(() => undefined)
  const reply = (await response?.json().catch(() => undefined)) as Reply | undefined
  if (reply?.status === 'success') return { data: reply.data as Data, message: reply.message }
  const { code = 'OFFLINE', message = 'The file could not be sent. Try again.', errors = {} } = reply ?? {}
  const [first] = Object.values(errors).flat()
  throw new ApiError(response?.status ?? 0, {
    status: 'error',
    code: code as never,
    message: first ?? message,
    errors,
  })
}
