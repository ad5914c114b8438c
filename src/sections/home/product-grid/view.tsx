import { lazyHydrated } from '#client/lazy-hydrated.tsx'
import { ProductGrid } from '#features/card/product-grid.tsx'
import { Band } from '#sections/band.tsx'
import type { SectionProps } from '#sections/section.ts'
import type { load } from './data.ts'
import type { settings } from './schema.ts'

const OpeningSoon = lazyHydrated(() => import('./opening-soon.tsx').then((module) => module.OpeningSoon))

/** Products chosen by hand or by a rule. */
export default function ProductGridSection({
  settings: { title, cta, columns },
  data: { cards, isShopEmpty },
}: SectionProps<typeof settings, typeof load>) {
  if (cards.length > 0)
    return (
      <Band title={title} cta={cta}>
        <ProductGrid name={title} cards={cards} columns={columns} isRail />
      </Band>
    )
  return isShopEmpty ? (
    <Band title="">
      <OpeningSoon />
    </Band>
  ) : null
}
