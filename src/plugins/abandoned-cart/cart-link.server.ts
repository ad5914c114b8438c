import { sql } from 'kysely'
import type { StoredLine } from '#server/commerce/cart/restore-lines.ts'
import { isSignedFor, signFor } from '#server/platform/config/sign-for.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import type { LinkConfig } from '#server/platform/notify/unsubscribe-link.ts'

/** As long as the goods of a link are stored. */
export const LINK_DAYS = 30

/** Characters of the longest token; a longer one is not looked at. */
export const LONGEST_TOKEN = 80

/** The link of a mail: it restores the goods on any device, is no login, and shows nothing of the person. */
export function cartLink(
  config: LinkConfig,
  { id, key }: { id: number; key: string },
  now = Date.now(),
): string {
  const until = Math.floor(now / 1_000) + LINK_DAYS * 86_400
  const token = `${id}.${until}.${signFor(config, 'cart link', textOf(id, until, key))}`
  return `${config.storeUrl}/cart?${new URLSearchParams({ restore: token, utm_source: 'abandoned-cart' })}`
}

const textOf = (id: number | string, until: number | string, key: string) => `cart:${id} ${until} ${key}`

export type LinkedCart = {
  id: number
  cart_id: number
  channel_id: number
  lines: StoredLine[]
  /** The shopper has ordered since, from this cart or another one. */
  is_ordered: boolean
}

/** The abandoned cart of a token; undefined for one that is not genuine, has expired, or whose goods are no longer stored. */
export async function findByToken(
  db: Db | Tx,
  config: LinkConfig,
  token: string,
): Promise<LinkedCart | undefined> {
  if (token.length > LONGEST_TOKEN) return undefined
  const [id = '', until = '', signature = '', ...more] = token.split('.')
  const isPlain = isDigits(id) && isDigits(until) && more.length === 0
  if (!isPlain || Number(until) * 1_000 < Date.now()) return undefined
  const { rows } = await sql<LinkedCart & { key: string }>`
    select id, key::text, cart_id, channel_id, lines, state in ('ordered', 'recovered') as is_ordered from abandoned_carts
    where id = ${id}::bigint and lines <> '[]'`.execute(db)
  const [row] = rows
  if (!row || !isSignedFor(config, 'cart link', { text: textOf(id, until, row.key), signature }))
    return undefined
  const { key: _, ...linked } = row
  return linked
}

/** Within the range of a bigint. */
const isDigits = (text: string) => text.length <= 15 && /^\d+$/.test(text)
