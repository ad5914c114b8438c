import type { PaymentMethodRow, PaymentMethodValues } from '#contract/admin/settings/delivery.ts'
import { gateways } from '#server/commerce/gateways/gateways.ts'
import {
  isSwitchedOn,
  readSwitchedOn,
  switchPaymentMethods,
} from '#server/commerce/gateways/switch-methods.ts'
import { canCheckKeys } from '#server/commerce/payments/check-keys.ts'
import { noteChange } from '#server/platform/changes/note-change.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Db, Tx } from '#server/platform/kernel/context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { containing, type ListQuery, listPage } from '#server/platform/kernel/list-page.ts'

type Query = ListQuery<'sort_order' | 'name' | 'id'>

/** The methods of all channels. Keys are only known to be set: their values stay on the server. */
export async function listPaymentMethods(
  { db, config }: { db: Db; config: Pick<Config, 'companyKeys' | 'mode'> },
  query: Query,
): Promise<{ rows: PaymentMethodRow[]; total: number }> {
  const found = db
    .selectFrom('payment_methods')
    .innerJoin('channels', 'channels.id', 'payment_methods.channel_id')
    .$if(Boolean(query.q), (methods) =>
      methods.where('payment_methods.name', 'ilike', containing(query.q ?? '')),
    )
  const { rows, total } = await listPage(found, query, {
    column: `payment_methods.${query.sort}`,
    id: 'payment_methods.id',
    select: (methods) =>
      methods.select([
        'payment_methods.id',
        'payment_methods.name',
        'payment_methods.code',
        'channels.name as channel',
        'payment_methods.is_active',
      ]),
  })
  return {
    rows: rows.map((row) => {
      const gateway = gateways.find(({ code }) => code === row.code)
      const isSet = config.companyKeys?.[row.code] !== undefined
      const keys = Object.keys(gateway?.environment?.variables ?? {}).map((name) => ({
        name,
        is_set: isSet,
      }))
      return { ...row, gateway: gateway?.name ?? null, keys, can_check: canCheckKeys(config, row.code) }
    }),
    total,
  }
}

export const readPaymentMethod = (
  db: Db | Tx,
  id: number,
): Promise<(PaymentMethodValues & { code: string }) | undefined> =>
  db
    .selectFrom('payment_methods')
    .innerJoin('channels', 'channels.id', 'payment_methods.channel_id')
    .select([
      'payment_methods.code',
      'payment_methods.name',
      'channels.code as channel',
      'description',
      'instructions',
      'fee',
      'max_order',
    ])
    .select(['needs_cod_pincode', isSwitchedOn().as('is_active'), 'sort_order'])
    .where('payment_methods.id', '=', id)
    .executeTakeFirst()

/** @throws 422 by field: another channel, or the channel's last method switched off. */
export async function updatePaymentMethod(
  tx: Tx,
  config: Pick<Config, 'companyKeys' | 'mode'>,
  id: number,
  values: PaymentMethodValues,
) {
  const before = await readPaymentMethod(tx, id)
  const { channel, is_active, ...method } = values
  if (channel !== '' && channel !== before?.channel)
    throw invalid({ 'values.channel': ['Each channel has methods of its own'] })
  const { channel_id, code } = await tx
    .updateTable('payment_methods')
    .set(method)
    .where('id', '=', id)
    .returning(['channel_id', 'code'])
    .executeTakeFirstOrThrow()
  if (is_active !== before?.is_active) {
    const others = await readSwitchedOn(tx, channel_id)
    const on = [...others.filter((other) => other !== code), ...(is_active ? [code] : [])]
    await switchPaymentMethods(tx, config, { channelId: channel_id, on, field: 'values.is_active' })
  }
  await noteChange(tx, ['storefront'])
}
