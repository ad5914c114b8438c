import { AccountFrame } from '#features/account/account-frame.tsx'
import { WishlistPanel } from '#features/wishlist/wishlist-panel.tsx'
import type { ScreenData } from '#pages/screen.ts'

export default function AccountWishlistScreen({
  items,
}: ScreenData<typeof import('./data.ts').accountWishlist>) {
  return (
    <AccountFrame current="/account/wishlist" title="Wishlist" intro="All your saved product collections">
      <WishlistPanel items={items} />
    </AccountFrame>
  )
}
