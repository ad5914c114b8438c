import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { Waiting } from '../parts/screen-frame.tsx'
import { queryKeys } from '../query-keys.ts'
import type { ResourceFormProps } from '../resource/resource.ts'
import { enumOf, useCouriers } from './courier-choice.ts'

/** The fields of a channel, with the shop's payment methods and couriers to choose from. */
export default function ChannelForm({ id, schema, value, ...form }: ResourceFormProps) {
  const { data: methods, error } = useQuery({
    queryKey: queryKeys.channelMethods,
    queryFn: async ({ signal }) =>
      (await api.adminPaymentMethods.list({ per_page: 100, sort: 'sort_order', order: 'asc' }, signal)).data
        .data,
  })
  const couriers = useCouriers()
  if (!methods && !error) return <Waiting />
  const { properties: { payment_methods, couriers_off, ...others } = {}, ...rest } = schema
  const rows = [...new Map((methods ?? []).toReversed().map((method) => [method.code, method])).values()]
  const known = rows.toReversed()
  const enumLabels = Object.fromEntries(
    known.map(({ code, name, gateway, keys }) => {
      const label = keys.length > 0 && gateway !== name ? `${name} (${gateway})` : name
      return [code, keys.every(({ is_set }) => is_set) ? label : `${label}: keys are missing`]
    }),
  )
  const items = { type: 'string', enum: known.map(({ code }) => code), enumLabels }
  // A new channel starts with what needs no more than its keys, which are set for the whole shop.
  const chosen = value.payment_methods ?? known.flatMap(({ code, keys }) => (keys.length > 0 ? [code] : []))
  return (
    <SchemaForm
      {...form}
      schema={{
        ...rest,
        properties: {
          ...others,
          ...(methods && { payment_methods: { ...payment_methods, items } }),
          ...(couriers.length > 0 && {
            couriers_off: { ...couriers_off, items: { type: 'string', ...enumOf(couriers) } },
          }),
        },
      }}
      value={methods ? { ...value, payment_methods: chosen } : value}
    />
  )
}
