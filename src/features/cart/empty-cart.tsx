import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

type Props = { level?: 'h1' | 'h2'; onLeave?: () => void }

/** Nothing in the cart, and where there is something. */
export function EmptyCart({ level, onLeave }: Props) {
  return (
    <EmptyState
      icon="bag"
      title="Your cart is empty"
      text="What you add to it waits here, also when you come back another day."
      {...(level ? { level } : {})}
    >
      <LinkButton href="/shop-online" onClick={onLeave}>
        Continue shopping
      </LinkButton>
    </EmptyState>
  )
}
