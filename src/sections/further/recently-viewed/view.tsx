import { RecentlyViewed } from '#features/product/recently-viewed.tsx'
import type { SectionProps } from '#sections/section.ts'
import type { settings } from './schema.ts'

/** Products that this browser has opened; nothing when there are none. */
export default function RecentlyViewedSection({ settings: { title, limit } }: SectionProps<typeof settings>) {
  return (
    <div className="wide">
      <RecentlyViewed title={title} shown={limit} />
    </div>
  )
}
