import { OrdersPanel } from '#features/orders/orders-panel.tsx'
import type { ScreenData } from '#pages/screen.ts'
import css from './view.module.css'

export default function AccountOrdersScreen(props: ScreenData<typeof import('./data.ts').accountOrders>) {
  return (
    <div className={`wide ${css.page}`}>
      <h1>Orders & Refunds</h1>
      <OrdersPanel {...props} />
    </div>
  )
}
