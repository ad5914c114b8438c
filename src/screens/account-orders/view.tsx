import { AccountFrame } from '#features/account/account-frame.tsx'
import { OrdersPanel } from '#features/orders/orders-panel.tsx'
import type { ScreenData } from '#pages/screen.ts'

export default function AccountOrdersScreen(props: ScreenData<typeof import('./data.ts').accountOrders>) {
  return (
    <AccountFrame current="/account/orders" title="Orders & Refunds" intro="Track/Manage your orders">
      <OrdersPanel {...props} />
    </AccountFrame>
  )
}
