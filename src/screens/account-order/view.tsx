import { OrderPanel } from '#features/orders/order-panel.tsx'
import type { ScreenData } from '#pages/screen.ts'
import { Icon } from '#ui/icon.tsx'
import css from './view.module.css'

export default function AccountOrderScreen({
  order,
  timeZone,
}: ScreenData<typeof import('./data.ts').accountOrder>) {
  return (
    <div className={`wide ${css.page}`}>
      <div>
        <a className={css.back} href="/account/orders">
          <Icon name="chevron-left" size={16} /> All orders
        </a>
        <h1>Order {order.order_no}</h1>
      </div>
      <OrderPanel key={order.order_no} order={order} timeZone={timeZone} />
    </div>
  )
}
