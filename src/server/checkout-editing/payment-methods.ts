import type { PaymentMethodRow, PaymentMethodValues } from '#contract/admin/settings/delivery.ts'
import { noteChange } from '../changes/note-change.ts'
import { readDefaultChannel } from '../channels/read-channel.ts'
import type { Config } from '../config/config.ts'
import { gateways } from '../gateways/gateways.ts'
import type { Db, Tx } from '../kernel/context.ts'
import { invalid } from '../kernel/errors.ts'
import { containing, listPage } from '../kernel/list-page.ts'
import { canCheckKeys } from '../payments/check-keys.ts'

type Query = {
  page: number
  per_page: number
  sort: 'sort_order' | 'name' | 'id'
  order: 'asc' | 'desc'
  q?: string | undefined
}

/** The methods of the default market. Keys are only known to be set: their values stay in the environment. */
export async function listPaymentMethods(
  { db, config }: { db: Db; config: Pick<Config, 'gatewayKeys' | 'mode'> },
  query: Query,
): Promise<{ rows: PaymentMethodRow[]; total: number }> {
  const { id: channelId } = await readDefaultChannel(db)
  const found = db
    .selectFrom('payment_methods')
    .where('channel_id', '=', channelId)
    .$if(Boolean(query.q), (methods) => methods.where('name', 'ilike', containing(query.q ?? '')))
  const { rows, total } = await listPage(found, query, {
    column: query.sort,
    id: 'id',
    select: (methods) => methods.select(['id', 'name', 'code', 'is_active']),
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
    .selectFrom('payment_methods')
    .select(['code', 'name', 'description', 'instructions', 'fee', 'max_order', 'needs_cod_pincode'])
    .select(['is_active', 'sort_order'])
    .where('id', '=', id)
    .executeTakeFirst()

/** @throws 422 when a payment company would be switched without its keys, or off in spite of them. */
export async function updatePaymentMethod(tx: Tx, id: number, values: PaymentMethodValues) {
  const before = await readPaymentMethod(tx, id)
  const isByKeys = gateways.some(({ code, environment }) => code === before?.code && environment)
  if (isByKeys && values.is_active !== before?.is_active)
    throw invalid({ 'values.is_active': ['It is offered exactly while its keys are set in the environment'] })
  await tx.updateTable('payment_methods').set(values).where('id', '=', id).execute()
  await noteChange(tx, ['storefront'])
}
