import { Slot } from '#client/slot.tsx'
import { AccountFrame } from '#features/account/account-frame.tsx'
import { AccountTiles } from '#features/account/account-tiles.tsx'
import { LatestOrder, NoOrders } from '#features/account/latest-order.tsx'
import type { ScreenData } from '#pages/screen.ts'

export default function AccountScreen({
  person,
  orderCount,
  latestOrder,
  timeZone,
}: ScreenData<typeof import('./data.ts').account>) {
  return (
    <AccountFrame
      current="/account"
      title={person.first_name ? `Hello, ${person.first_name}` : 'Your account'}
      intro={person.contact}
    >
      {latestOrder && <LatestOrder order={latestOrder} timeZone={timeZone} />}
      {orderCount === 0 && <NoOrders />}
      <Slot name="account.dashboard" props={{}} />
      <AccountTiles />
    </AccountFrame>
  )
}
