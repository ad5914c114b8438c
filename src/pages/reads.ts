import { type Reply, ReplyError } from '#contract/envelope.ts'

/**
 * Data without which there is no page. A refusal is thrown: the page of something unknown is a 404, any other a failure.
 * @throws ReplyError
 */
export async function required<Data>(reading: Promise<Reply<Data>>): Promise<Data> {
  const reply = await reading
  if (reply.status === 'success') return reply.data
  throw new ReplyError(reply)
}

/** Data that the page can do without: `instead` of it where the API refuses. */
export async function optional<Data, Instead>(
  reading: Promise<Reply<Data>>,
  instead: Instead,
): Promise<Data | Instead> {
  const reply = await reading
  return reply.status === 'success' ? reply.data : instead
}
