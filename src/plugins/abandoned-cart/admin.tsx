import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { defineAdminPlugin } from '#admin/admin-plugin.ts'
import { api } from '#admin/api.ts'
import { MomentCell, MoneyCell } from '#admin/parts/cells.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { defineList } from '#admin/resource/define-resource.tsx'
import { useSession } from '#admin/session-context.ts'
import { Chip, type Tone } from '#ui/chip.tsx'
import type { AbandonedCartRow } from './admin-contract.ts'
import { abandonedCartAdminRoutes, type CartState } from './routes.ts'

const states: Readonly<Record<CartState, { label: string; tone: Tone }>> = {
  waiting: { label: 'Mail is due', tone: 'open' },
  mailed: { label: 'Mailed', tone: 'calm' },
  recovered: { label: 'Recovered', tone: 'good' },
  ordered: { label: 'Ordered without the link', tone: 'good' },
  emptied: { label: 'Emptied', tone: 'calm' },
  sold_out: { label: 'Sold out', tone: 'calm' },
  no_consent: { label: 'No consent', tone: 'calm' },
  unsubscribed: { label: 'Unsubscribed', tone: 'calm' },
}

/** What the mails of the last 30 days brought, and the way to their texts and rules. */
function Results() {
  const { may } = useSession()
  const { data } = useQuery({
    queryKey: ['abandoned-carts', 'results'],
    queryFn: async ({ signal }) => (await api.adminAbandonedCarts.results({}, signal)).data,
  })
  return (
    <div className={screen.links}>
      {data && (
        <p role="status">
          In 30 days {data.carts} left, {data.mails} {data.mails === 1 ? 'mail' : 'mails'}, {data.opened}{' '}
          opened; recovered:{' '}
          {data.recovered.length === 0
            ? 'none'
            : data.recovered.map(({ orders, total }) => (
                <span key={total.currency}>
                  {orders} {orders === 1 ? 'order' : 'orders'}, <MoneyCell amount={total} />{' '}
                </span>
              ))}
        </p>
      )}
      {may('settings.read') && <Link to="/mails/abandoned_cart/show">Preview of the mail</Link>}
      {may('plugins.write') && <Link to="/plugins/AbandonedCart/show">Settings</Link>}
    </div>
  )
}

const Shopper = ({ row: { customer, email } }: { row: AbandonedCartRow }) =>
  customer ? (
    <Link to={`/customers/${customer.id}/show`}>{customer.name || email}</Link>
  ) : (
    email || 'Not stored'
  )

export const abandonedCartAdmin = defineAdminPlugin({
  module_name: 'AbandonedCart',
  routes: { adminAbandonedCarts: abandonedCartAdminRoutes },
  screens: [
    defineList<AbandonedCartRow>({
      name: 'abandoned-carts',
      label: 'Abandoned carts',
      one: 'abandoned cart',
      icon: 'bag',
      group: 'Marketing',
      permission: 'marketing.read',
      writePermission: 'marketing.write',
      about:
        'Carts that were left with an address. Addresses are stored for 30 days, and only where a mail may go to them.',
      columns: [
        { name: 'email', label: 'Shopper', show: (row) => <Shopper row={row} /> },
        {
          name: 'state',
          label: 'State',
          show: ({ state }) => <Chip tone={states[state].tone}>{states[state].label}</Chip>,
        },
        { name: 'pieces', label: 'Items', isNumber: true, isMinor: true },
        {
          name: 'amount',
          label: 'Cart',
          isSortable: true,
          isNumber: true,
          show: ({ amount }) => <MoneyCell amount={amount} />,
        },
        { name: 'mails', label: 'Mails', isNumber: true },
        {
          name: 'order',
          label: 'Recovered',
          show: ({ order }) =>
            order && (
              <>
                <Link to={`/orders/${order.id}/show`}>{order.order_no}</Link>{' '}
                <MoneyCell amount={order.total} />
              </>
            ),
        },
        {
          name: 'id',
          label: 'Left',
          isSortable: true,
          show: ({ abandoned_at }) => <MomentCell at={abandoned_at} />,
        },
        {
          name: 'next_mail_at',
          label: 'Next mail',
          isMinor: true,
          show: ({ next_mail_at }) => <MomentCell at={next_mail_at} />,
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
      searches: 'Beginning of the address',
      linkOf: null,
      rowName: ({ email, id }) => email || `cart ${id}`,
      tools: Results,
    }),
  ],
})
