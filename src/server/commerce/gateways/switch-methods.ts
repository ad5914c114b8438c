import { sql } from 'kysely'
import type { Config } from '#server/platform/config/config.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { availableGateways } from './find-gateway.ts'
import { gateways } from './gateways.ts'
import { lastPaymentMethod, unknownPaymentMethod } from './refusals.ts'

type GatewayConfig = Pick<Config, 'mode' | 'companyKeys'>

/** Methods of payment companies: they are offered while their keys are set, unless staff switch them off in a channel. */
const companyCodes = (): string[] => gateways.filter(({ environment }) => environment).map(({ code }) => code)

/** On a row of `payment_methods`: whether staff have it on, which for a company does not say that its keys are set. ADR 0035. */
export const isSwitchedOn = () =>
  sql<boolean>`case when payment_methods.code = any(${sql.val(companyCodes())}::text[])
    then not payment_methods.is_switched_off else payment_methods.is_active end`

/** The codes of a channel's methods that staff have on, in their order. */
export async function readSwitchedOn(db: Db | Tx, channelId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_methods')
    .select('code')
    .where('channel_id', '=', channelId)
    .where(isSwitchedOn())
    .orderBy('sort_order')
    .orderBy('id')
    .execute()
  return rows.map(({ code }) => code)
}

/**
 * Switches the payment methods of a channel: those with these codes on, all others off. A company without keys is offered when it has
 * them. A method that only other channels have is added without fee and limit, which are amounts of their currency.
 * Locks the channel, so that two editors cannot switch off one method each and leave none.
 * @param field of the refusal: the one that the caller's form shows
 * @throws 422 at the field when the channel has a method and would have none, or for an unknown code.
 */
export async function switchPaymentMethods(
  tx: Tx,
  config: GatewayConfig,
  { channelId, on, field }: { channelId: number; on: readonly string[]; field: string },
): Promise<void> {
  await tx.selectFrom('channels').select('id').where('id', '=', channelId).forNoKeyUpdate().execute()
  await addMissing(tx, channelId, on)
  const available = new Set(availableGateways(config).map(({ gateway }) => gateway.code))
  const companies = new Set(companyCodes())
  const methods = await tx
    .selectFrom('payment_methods')
    .select(['id', 'code', 'is_active', 'is_switched_off'])
    .where('channel_id', '=', channelId)
    .execute()
  const unknown = on.find((code) => methods.every((method) => method.code !== code))
  if (unknown !== undefined) throw unknownPaymentMethod(field, unknown)
  const switched = methods.map(({ id, code }) => {
    const isOn = on.includes(code)
    return { id, is_active: isOn && available.has(code), is_switched_off: companies.has(code) && !isOn }
  })
  const hadOne = methods.some(({ code, is_active }) => is_active && available.has(code))
  if (hadOne && !switched.some(({ is_active }) => is_active)) throw lastPaymentMethod(field)
  for (const [at, { id, ...row }] of switched.entries())
    if (row.is_active !== methods[at]?.is_active || row.is_switched_off !== methods[at]?.is_switched_off)
      await tx.updateTable('payment_methods').set(row).where('id', '=', id).execute()
}

const addMissing = (tx: Tx, channelId: number, codes: readonly string[]) =>
  sql`
  insert into payment_methods (channel_id, code, name, description, instructions, needs_cod_pincode, sort_order, is_active)
  select distinct on (m.code) ${channelId}::integer, m.code, m.name, m.description, m.instructions, m.needs_cod_pincode,
    m.sort_order, false
  from payment_methods m join channels c on c.id = m.channel_id
  where m.code = any(${sql.val(codes)}::text[])
  order by m.code, c.is_default desc, m.id
  on conflict (channel_id, code) do nothing`.execute(tx)
