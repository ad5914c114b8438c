import { useState } from 'react'
import { defineAdminPlugin } from '#admin/admin-plugin.ts'
import { api } from '#admin/api.ts'
import { MomentCell } from '#admin/parts/cells.tsx'
import { entryStyles } from '#admin/parts/styles.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import { defineList } from '#admin/resource/define-resource.tsx'
import { ExportLink } from '#admin/resource/export-link.tsx'
import { useSession } from '#admin/session-context.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { Chip, type Tone } from '#ui/chip.tsx'
import type { Subscriber } from './admin-contract.ts'
import { subscriberAdminRoutes } from './admin-routes.ts'

const states: Readonly<Record<Subscriber['state'], { label: string; tone: Tone }>> = {
  subscribed: { label: 'Subscribed', tone: 'good' },
  unconfirmed: { label: 'Not confirmed', tone: 'open' },
  unsubscribed: { label: 'Unsubscribed', tone: 'calm' },
}

const sources: Readonly<Record<string, string>> = { section: 'Page', footer: 'Footer', checkout: 'Checkout' }

/** The export of all subscribers, or of those who are in a segment of customers. */
function SubscriberExports() {
  const { may } = useSession()
  const [segment, setSegment] = useState('')
  const segments = useSegments()
  return (
    <>
      {may('marketing.write') && segments.length > 0 && (
        <select
          className={entryStyles.input}
          aria-label="Subscribers to export"
          value={segment}
          onChange={({ target }) => setSegment(target.value)}
        >
          <option value="">All subscribers</option>
          {segments.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <ExportLink
        href={`/api/admin/subscribers/export${segment && `?segment=${segment}`}`}
        permission="marketing.write"
      />
    </>
  )
}

/** None for staff who do not see customers. */
function useSegments() {
  const { may } = useSession()
  const { data } = useAnswer(
    queryKeys.customerChoices(null),
    (signal) => api.adminCustomers.choices({}, signal),
    { enabled: may('customers.read') },
  )
  return data?.segments ?? []
}

export const emailSubscriptionAdmin = defineAdminPlugin({
  module_name: 'emailSubscription',
  routes: { adminSubscribers: subscriberAdminRoutes },
  screens: [
    defineList<Subscriber>({
      name: 'subscribers',
      label: 'Subscribers',
      one: 'subscriber',
      icon: 'mail',
      group: 'Marketing',
      permission: 'marketing.read',
      writePermission: 'marketing.write',
      columns: [
        { name: 'email', label: 'E-mail' },
        { name: 'source', label: 'From', show: ({ source }) => ownValue(sources, source) ?? source },
        {
          name: 'id',
          label: 'Requested',
          isSortable: true,
          show: ({ requested_at }) => <MomentCell at={requested_at} />,
        },
        {
          name: 'confirmed_at',
          label: 'Confirmed',
          show: ({ confirmed_at }) => <MomentCell at={confirmed_at} />,
        },
        {
          name: 'unsubscribed_at',
          label: 'Unsubscribed',
          show: ({ unsubscribed_at }) => <MomentCell at={unsubscribed_at} />,
        },
        {
          name: 'state',
          label: 'State',
          show: ({ state }) => <Chip tone={states[state].tone}>{states[state].label}</Chip>,
        },
      ],
      filters: [
        {
          name: 'state',
          label: 'State',
          options: Object.entries(states).map(([value, { label }]) => ({ value, label })),
        },
      ],
      sort: { field: 'id', order: 'DESC' },
      searches: 'Beginning of the e-mail address',
      linkOf: null,
      bulk: [
        {
          label: 'Unsubscribe',
          isFor: ({ state }) => state !== 'unsubscribed',
          async run(rows) {
            const { data, message = '' } = await api.adminSubscribers.unsubscribe({
              ids: rows.map(({ id }) => id),
            })
            return {
              message,
              refused: data.results.flatMap(({ code, message: reason }) => (code === null ? [] : [reason])),
            }
          },
        },
      ],
      tools: SubscriberExports,
    }),
  ],
})
