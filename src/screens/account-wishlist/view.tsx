import { WishlistPanel } from '#features/wishlist/wishlist-panel.tsx'
import type { ScreenData } from '#pages/screen.ts'
import css from './view.module.css'

export default function AccountWishlistScreen({
  items,
}: ScreenData<typeof import('./data.ts').accountWishlist>) {
  return (
    <div className="wide">
      <header className={css.head}>
        <h1>Wishlist</h1>
        <p>All your saved product collections</p>
      </header>
      <WishlistPanel items={items} />
    </div>
  )
}
