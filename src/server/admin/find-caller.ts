import { normalisePhone } from '#contract/rules/phone.ts'
import { findAddressRules } from '#server/commerce/addresses/address-rules.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'

type Known = { source: string; email: string | null; address: Record<string, unknown> | null }

/**
 * Name, e-mail and address of a phone number: of its last order in the channel's country, else of the customer who has
 * it with their default address there. Null for an unknown or incomplete number.
 */
export async function findCaller(db: Db, { country_id }: Channel, typed: string) {
  const rules = await findAddressRules(db, country_id)
  const phone = rules && normalisePhone(typed, rules)
  if (!rules || !phone) return null
  const known =
    (await lastOrder.first(db, phone, country_id)) ??
    (await customer.first(db, phone, rules.mobile_code, country_id))
  if (!known) return null
  const values = Object.entries({ ...known.address, email: known.email }).flatMap(([name, value]) =>
    (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[name, String(value)]] : [],
  )
  return { source: known.source, values: Object.fromEntries(values) }
}

const lastOrder = prepared<Known & { address: object }>(
  'last order of phone',
  `select order_no as source, email, shipping_address as address from orders
  where phone = $1::text and (shipping_address ->> 'country_id')::integer = $2::integer order by id desc limit 1`,
)

const customer = prepared<Known>(
  'customer of phone with address',
  `select 'the account' as source, c.email, coalesce(
      to_jsonb(a) - array['id', 'customer_id', 'phone', 'is_default'],
      jsonb_build_object('first_name', c.first_name, 'last_name', c.last_name)
    ) as address
  from customers c left join lateral (
    select * from addresses a where a.customer_id = c.id and a.country_id = $3::integer
    order by a.is_default desc, a.id limit 1
  ) a on true
  where c.phone = $1::text and c.mobile_code = $2::text`,
)
