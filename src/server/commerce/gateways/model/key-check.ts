/** What a payment company answered to a request that changes nothing. */
export type KeyCheck = 'works' | 'refused'

const refusals: readonly unknown[] = [401, 403]

/**
 * Whether the company accepts the keys, by a request that changes nothing; both clients name the status of a refusal
 * `statusCode`.
 * @param read resolves with the list that the company answered.
 * @throws what any other failure throws, and for an answer that is no list.
 */
export async function checkByReading(read: () => Promise<unknown>): Promise<KeyCheck> {
  try {
    if (!Array.isArray(await read())) throw new Error('The answer is not readable')
    return 'works'
  } catch (error) {
    if (refusals.includes((error as { statusCode?: unknown } | undefined)?.statusCode)) return 'refused'
    throw error
  }
}
