import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { LawPoint } from '#contract/admin/settings/channels.ts'
import { Chip } from '#ui/chip.tsx'
import { api } from '../api.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { NotLoaded } from '../parts/failure.tsx'
import { Waiting } from '../parts/screen-frame.tsx'
import { recordStyles } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import type { ResourceFormProps } from '../resource/resource.ts'
import { enumOf, useCouriers } from './courier-choice.ts'
import css from './settings.module.css'

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
    <>
      {id !== undefined && <ChannelLaw id={Number(id)} />}
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
    </>
  )
}

/** What the law of the channel's country asks: what is missing first. */
function ChannelLaw({ id }: { id: number }) {
  const { data, error, refetch } = useAnswer(queryKeys.channelLaw(id), (signal) =>
    api.adminChannels.law({ id }, signal),
  )
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  const { points = [] } = data ?? {}
  if (points.length === 0) return null
  const done = points.filter(({ is_done }) => is_done)
  return (
    <details className={recordStyles.card} open={points.some(({ is_done }) => is_done === false)}>
      <summary>
        What the law asks here: {done.length} of {points.length} done
      </summary>
      <p>A reminder, not legal advice.</p>
      <ul className={css.law}>
        {points
          .toSorted((a, b) => rankOf(a) - rankOf(b))
          .map(({ title, law, is_done, help, to }) => (
            <li key={title}>
              <Chip tone={is_done === null ? 'open' : is_done ? 'good' : 'bad'}>
                {is_done === null ? 'Check' : is_done ? 'Done' : 'Missing'}
              </Chip>
              <div>
                {to ? <Link to={to}>{title}</Link> : <strong>{title}</strong>}
                <p>{help}</p>
                <small>{law}</small>
              </div>
            </li>
          ))}
      </ul>
    </details>
  )
}

const rankOf = ({ is_done }: LawPoint) => (is_done === false ? 0 : is_done === null ? 1 : 2)
