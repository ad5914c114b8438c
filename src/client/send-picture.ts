import { fetchForm, firstMessage } from '#contract/fetch-reply.ts'

/**
 * Uploads a picture to an endpoint that takes multipart bodies. Not through the typed client, because a file is not JSON.
 * @returns the stored picture, or the message to show.
 */
export async function sendPicture<Stored>(path: string, body: FormData): Promise<Stored | { error: string }> {
  const { reply } = await fetchForm(path, body)
  return reply.status === 'success' ? (reply.data as Stored) : { error: firstMessage(reply) }
}
