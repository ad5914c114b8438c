import { replyMessages } from '#contract/envelope.ts'
import { offlineMessage } from './api.ts'

type Reply<Stored> = {
  status: string
  message?: string
  errors?: Record<string, string[]>
  data?: Stored
}

/**
 * Uploads a picture to an endpoint that takes multipart bodies. Not through the typed client, because a file is not JSON.
 * @returns the stored picture, or the message to show.
 */
export async function sendPicture<Stored>(path: string, body: FormData): Promise<Stored | { error: string }> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'x-requested-with': 'fetch' },
      body,
    })
    const reply = (await response.json()) as Reply<Stored>
    if (reply.status === 'success' && reply.data) return reply.data
    return { error: Object.values(reply.errors ?? {})[0]?.[0] ?? reply.message ?? replyMessages.server }
  } catch {
    return { error: offlineMessage }
  }
}
