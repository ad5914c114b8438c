import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { formatMoney, money } from '#contract/money.ts'
import { dayText } from '#contract/rules/day-text.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { decryptFor, encryptFor } from '#server/platform/config/encrypt-for.ts'
import type { Services, Tx } from '#server/platform/kernel/context.ts'
import type { PluginDocument } from '#server/platform/kernel/plugin.ts'
import { escapeHtml, html } from '#server/platform/notify/escape-html.ts'
import { pictureUrl, readMailLook } from '#server/platform/notify/mail-look.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import { giftCard } from './plugin.ts'

/** How long the link of a page shows its code. */
export const PAGE_DAYS = 60

const hashOf = (token: string) => createHash('sha256').update(`gift card page ${token}`).digest('base64url')

/** Stores the page of a card, in place of one that it had. @returns its link, which is nowhere else */
export async function addCardPage(
  tx: Tx,
  { storeUrl }: { storeUrl: string },
  { id, code }: { id: number; code: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const encrypted = encryptFor({ tokenSecret: token }, 'gift card code', code)
  await sql`
    insert into gift_card_pages (account_id, token_hash, encrypted_code, expires_at)
    values (${id}, ${hashOf(token)}, ${encrypted}, now() + make_interval(days => ${PAGE_DAYS}))
    on conflict (account_id) do update set token_hash = excluded.token_hash, encrypted_code = excluded.encrypted_code,
      expires_at = excluded.expires_at`.execute(tx)
  return `${storeUrl}/documents/${giftCard.module_name}/card?${new URLSearchParams({ token })}`
}

/** SQL: the picture that the card of account `a` was sold with. */
export const pictureOfCard = `(
    select i.image_path from gift_card_sales s join order_items i on i.id = s.order_item_id where s.account_id = a.id
  ) as image_path`

type Row = {
  encrypted_code: string
  label: string
  issued: number
  balance: number
  currency: string
  expires_at: Date | null
  is_usable: boolean
  name: string
  message: string
  image_path: string | null
}

/** The card of a link; undefined for an unknown one and after its time. */
export async function readCardPage(
  token: string,
  { db, config }: Pick<Services, 'db' | 'config'>,
): Promise<PluginDocument | undefined> {
  const { rows } = await sql<Row>`
    select p.encrypted_code, a.label, a.balance, a.currency, a.expires_at,
      a.blocked_at is null and a.balance > 0 and (a.expires_at is null or a.expires_at > now()) as is_usable,
      (select coalesce(sum(e.amount), 0)::bigint from value_entries e where e.to_account = a.id and e.purpose = 'issue') as issued,
      coalesce(d.name, '') as name, coalesce(d.message, '') as message, ${sql.raw(pictureOfCard)}
    from gift_card_pages p join value_accounts a on a.id = p.account_id left join gift_card_deliveries d on d.id = a.id
    where p.token_hash = ${hashOf(token)} and p.expires_at > now()`.execute(db)
  const [card] = rows
  const code = card && decryptFor({ tokenSecret: token }, 'gift card code', card.encrypted_code)
  if (!card || code === undefined) return undefined
  const { locale } = await readDefaultChannel(db)
  const { store_name } = await readMailLook({ db, config })
  const { host } = new URL(config.storeUrl)
  const until = card.expires_at && dayText(card.expires_at.toISOString(), locale, timeZoneOf(locale))
  const picture = card.image_path
    ? html`<img src="${pictureUrl('', card.image_path, 640)}" alt="" width="320">`
    : ''
  const facts = [
    ...(card.balance < card.issued && card.is_usable
      ? [html`<p>${formatMoney(money(card.balance, card.currency), locale)} are left on it.</p>`]
      : []),
    ...(until ? [html`<p>Valid until ${until}</p>`] : []),
  ]
  const usable = html`<p class="card-code">${code}</p>
<p>Enter this code at the cart or when you pay at ${host}. Keep it safe: who has it can pay with the card.</p>`
  return {
    title: escapeHtml(card.name ? `A gift card for ${card.name}` : 'A gift card for you').markup,
    lead: html`<strong>${formatMoney(money(card.issued, card.currency), locale)}</strong> at ${store_name}`
      .markup,
    detail: html`${picture}${card.message ? html`<p class="card-message">“${card.message}”</p>` : ''}
${card.is_usable ? usable : html`<p><strong>${card.label} cannot be used any more.</strong></p>`}
${facts}
<p class="on-screen">To hand it over on paper, print this page: it fits A5 and A4.</p>`.markup,
    style: STYLE,
  }
}

/** A4 and A5, upright and across: one page, in black on white, without what is for the screen. */
const STYLE = `
main img{display:block;width:20rem;max-width:100%;height:auto;margin:1.5rem 0;border-radius:10px}
.card-message{font-style:italic;white-space:pre-line}
.card-code{margin:1.5rem 0 1rem;padding:.75rem 1rem;border:2px dashed var(--line);border-radius:10px;font:600 clamp(.875rem,4.6vw,1.375rem)/1.3 ui-monospace,monospace;text-align:center;letter-spacing:.06em}
@page{margin:12mm}
@media print{
:root{color-scheme:light;--ground:#fff;--card:#fff;--text:#000;--quiet:#333;--line:#000;--link:#000}
body{display:block;min-height:0;font-size:11pt}
main{width:auto;margin:0;padding:8mm;break-inside:avoid}
main img{width:auto;max-height:45mm;margin:4mm 0}
.on-screen{display:none}
}
`
