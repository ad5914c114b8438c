import type { PaymentMethodRow, PaymentMethodValues } from '#contract/admin/settings/delivery.ts'
import { noteChange } from '../changes/note-change.ts'
import type { Config } from '../config/config.ts'
import { gateways } from '../gateways/gateways.ts'
import type { Db, Tx } from '../kernel/context.ts'
import { invalid } from '../kernel/errors.ts'
import { containing, type ListQuery, listPage } from '../kernel/list-page.ts'
import { canCheckKeys } from '../payments/check-keys.ts'

type Query = ListQuery<'sort_order' | 'name' | 'id'>

/** The methods of all channels. Keys are only known to be set: their values stay in the environment. */
export async function listPaymentMethods(
  { db, config }: { db: Db; config: Pick<Config, 'gatewayKeys' | 'mode'> },
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
      const isSet = config.gatewayKeys?.[row.code] !== undefined
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
    .selectFrom('payment_methods as m')
    .innerJoin('channels', 'channels.id', 'm.channel_id')
    .select([
      'm.code',
      'm.name',
      'channels.code as channel',
      'description',
      'instructions',
      'fee',
      'max_order',
    ])
    .select(['needs_cod_pincode', 'm.is_active', 'sort_order'])
    .where('m.id', '=', id)
    .executeTakeFirst()

/** @throws 422 when a payment company would be switched without its keys, or off in spite of them. */
export async function updatePaymentMethod(tx: Tx, id: number, values: PaymentMethodValues) {
  const before = await readPaymentMethod(tx, id)
  const isByKeys = gateways.some(({ code, environment }) => code === before?.code && environment)
  if (isByKeys && values.is_active !== before?.is_active)
    throw invalid({ 'values.is_active': ['It is offered exactly while its keys are set in the environment'] })
  const { channel, ...method } = values
  if (channel !== '' && channel !== before?.channel)
    throw invalid({ 'values.channel': ['Each channel has methods of its own'] })
  await tx.updateTable('payment_methods').set(method).where('id', '=', id).execute()
  await noteChange(tx, ['storefront'])
}
