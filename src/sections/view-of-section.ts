/** The view of a section. A grid of recently viewed products is a section of its own, because only the browser knows them. */
export const viewOfSection = (component: string, settings: unknown) =>
  component === 'ProductGrid' && (settings as { source?: string } | null)?.source === 'recently_viewed'
    ? 'RecentlyViewed'
    : component
