import type { Config } from '../config/config.ts'
import { prepared } from '../db/prepared.ts'
import { json } from '../db/schema.ts'
import type { Db } from '../http/context.ts'

const methods = [
  {
    code: 'razorpay',
    name: 'UPI, card or net banking',
    description: 'You pay on Razorpay’s secure page and come back here.',
    sort_order: -2,
  },
  {
    code: 'stripe',
    name: 'Card',
    description: 'You pay on Stripe’s secure page and come back here.',
    sort_order: -1,
  },
] as const

/**
 * Offers, in every channel, the payment companies whose keys the operator has set, and those alone: the keys are the switch. What
 * somebody has changed in a method's words stays.
 */
export async function offerGateways(db: Db, config: Pick<Config, 'stripe' | 'razorpay'>) {
  await offer.all(
    db,
    json(methods.map((method) => ({ ...method, is_on: config[method.code] !== undefined }))),
  )
}

const offer = prepared(
  'offer gateways',
  `with known as (
    select * from json_to_recordset($1::json)
      as m (code text, name text, description text, sort_order integer, is_on boolean)
  ),
  switched as (
    update payment_methods p set is_active = known.is_on from known
    where p.code = known.code and p.is_active <> known.is_on
  )
  insert into payment_methods (channel_id, code, name, description, sort_order)
  select c.id, known.code, known.name, known.description, known.sort_order from channels c, known where known.is_on
  on conflict (channel_id, code) do nothing`,
)
