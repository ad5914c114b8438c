import { withdrawalEnd } from '#contract/rules/withdrawal.ts'
import { type Contact, contactOf, orderNo } from '#server/people/tracking/track-order.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'

type Line = { id: number; name: string; quantity: number; exclusion: string | null }

/** An order as far as a withdrawal needs it. */
export type WithdrawalOrder = {
  id: number
  order_no: string
  email: string | null
  phone: string | null
  status: string
  is_partly_shipped: boolean
  delivered_at: Date | null
  withdrawal_days: number
  withdrawal_extended: boolean
  /** Number of its return. */
  refund_no: string | null
  /** Some of its discounts are calculated again for what stays. */
  is_calculated_again: boolean
  lines: Line[]
}

/**
 * The order with this number, if the contact is its own, and the contact as orders keep it.
 * @throws 422 at `input` for what is neither an e-mail address nor a phone number
 */
export async function findWithdrawalOrder(
  db: Db | Tx,
  channel: Channel,
  { order_no, input }: { order_no: string; input: string },
): Promise<{ order: WithdrawalOrder | undefined; contact: Contact }> {
  const contact = await contactOf(db, channel, input)
  const order = await named.first(db, orderNo(order_no))
  return { order: order && order[contact.kind] === contact.value ? order : undefined, contact }
}

/** A channel of the shop is in a country with a right of withdrawal. Mails lead to the default channel, so that each of them has the page then. */
export const offersWithdrawal = async (db: Db | Tx): Promise<boolean> => Boolean(await anyChannel.first(db))

const anyChannel = prepared(
  'channels with withdrawal',
  'select id from channels where withdrawal_days > 0 limit 1',
)

/** The end of the period of an order; null before its delivery. */
export const endOf = ({ delivered_at, withdrawal_days, withdrawal_extended }: WithdrawalOrder) =>
  delivered_at === null ? null : withdrawalEnd(delivered_at, withdrawal_days, withdrawal_extended)

const named = prepared<WithdrawalOrder>(
  'order to withdraw from',
  `select o.id, o.order_no, lower(o.email) as email, o.phone, o.status, o.is_partly_shipped, c.withdrawal_days, c.withdrawal_extended,
    o.promotion_terms is not null as is_calculated_again,
    (select max(e.at) from order_events e where e.order_id = o.id and e.status = 'delivered') as delivered_at,
    (select r.refund_no from refunds r where r.order_id = o.id and r.kind = 'return') as refund_no,
    coalesce((
      select json_agg(json_build_object('id', i.id, 'name', i.name, 'quantity', i.quantity,
        'exclusion', i.withdrawal_exclusion) order by i.id)
      from order_items i
      where i.order_id = o.id and i.status in (o.status, 'delivered')
    ), '[]') as lines
  from orders o join channels c on c.id = o.channel_id
  where o.order_no = $1::text`,
)
