import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

type Props = { level?: 'h1' | 'h2'; onLeave?: () => void }

export const emptyCartTitle = 'Your cart is empty'

/** The empty cart, with links to products. */
export function EmptyCart({ level, onLeave }: Props) {
  return (
    <EmptyState
      icon="bag"
      title={emptyCartTitle}
      text="Items you add are saved here for your next visit."
      {...(level ? { level } : {})}
    >
      <LinkButton href="/shop-online" onClick={onLeave}>
        Continue shopping
      </LinkButton>
    </EmptyState>
  )
}
