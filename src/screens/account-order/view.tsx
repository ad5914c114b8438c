import { AccountFrame } from '#features/account/account-frame.tsx'
import { OrderPanel } from '#features/orders/order-panel.tsx'
import type { ScreenData } from '#pages/screen.ts'
import { Help } from '../checkout-failed/help.tsx'

const toOrders = { href: '/account/orders', label: 'All orders' }

export default function AccountOrderScreen({
  order,
  timeZone,
  posted,
}: ScreenData<typeof import('./data.ts').accountOrder>) {
  return (
    <AccountFrame current="/account/orders" title={`Order ${order.order_no}`} back={toOrders} posted={posted}>
      <OrderPanel key={order.order_no} order={order} timeZone={timeZone} posted={posted} />
      <Help orderNo={order.order_no} />
    </AccountFrame>
  )
}
