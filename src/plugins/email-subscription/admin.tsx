import { defineAdminPlugin } from '#admin/admin-plugin.ts'
import { api } from '#admin/api.ts'
import { MomentCell } from '#admin/parts/cells.tsx'
import { defineList } from '#admin/resource/define-resource.tsx'
import { ExportLink } from '#admin/resource/export-link.tsx'
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
      tools: () => <ExportLink href="/api/admin/subscribers/export" permission="marketing.write" />,
    }),
  ],
})
