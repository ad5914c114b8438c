import { ProductGrid } from '#features/card/product-grid.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Band } from '../band.tsx'
import type { SectionProps } from '../section.ts'
import type { load } from './data.ts'
import type { settings } from './schema.ts'

/** Products chosen by hand or by a rule. A shop without any says so where its newest ones would be. */
export default function ProductGridSection({
  settings: { title, cta, columns, source, label, category, tag, price_min, price_max },
  data,
}: SectionProps<typeof settings, typeof load>) {
  const isNarrowed = label || category || tag || price_min !== null || price_max !== null
  const isOfAll = source === 'newest' && !isNarrowed
  if (data.cards.length === 0)
    return isOfAll ? (
      <Band title="">
        <EmptyState
          icon="bag"
          title="Opening soon"
          text="We are adding our first products. Please come back soon."
        />
      </Band>
    ) : null
  return (
    <Band title={title} cta={cta}>
      <ProductGrid name={title} cards={data.cards} columns={columns} isRail />
    </Band>
  )
}
