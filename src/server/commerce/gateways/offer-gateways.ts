import type { Config } from '#server/platform/config/config.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { json } from '#server/platform/kernel/schema.ts'
import { availableGateways } from './find-gateway.ts'
import { gateways } from './gateways.ts'

/**
 * Offers exactly those payment companies whose keys the operator has set, in every channel where staff have not switched them off. Texts of a method
 * that an operator has changed are preserved; production stops offering the test payment.
 */
export async function offerGateways(db: Db | Tx, config: Pick<Config, 'mode' | 'companyKeys'>) {
  const available = availableGateways(config).map(({ gateway }) => gateway)
  const methods = gateways.flatMap((gateway) =>
    gateway.method ? [{ code: gateway.code, ...gateway.method, is_on: available.includes(gateway) }] : [],
  )
  await offer.all(db, json(methods))
  if (config.mode === 'production')
    for (const { code, isTest } of gateways) if (isTest) await retire(db, code)
}

const retire = (db: Db | Tx, code: string) =>
  db.updateTable('payment_methods').set({ is_active: false }).where('code', '=', code).execute()

const offer = prepared(
  'offer gateways',
  `with known as (
    select * from json_to_recordset($1::json)
      as m (code text, name text, description text, sort_order integer, is_on boolean)
  ),
  switched as (
    update payment_methods p set is_active = known.is_on and not p.is_switched_off from known
    where p.code = known.code and p.is_active <> (known.is_on and not p.is_switched_off)
  )
  insert into payment_methods (channel_id, code, name, description, sort_order)
  select c.id, known.code, known.name, known.description, known.sort_order from channels c, known where known.is_on
  on conflict (channel_id, code) do nothing`,
)
