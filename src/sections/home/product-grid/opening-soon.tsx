import { EmptyState } from '#ui/empty-state.tsx'

/** What a shop without products says where its newest ones would be. */
export const OpeningSoon = () => (
  <EmptyState
    icon="bag"
    title="Opening soon"
    text="We are adding our first products. Please come back soon."
  />
)
