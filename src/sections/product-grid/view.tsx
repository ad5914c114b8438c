import { ProductGrid } from '#features/card/product-grid.tsx'
import { Band } from '../band.tsx'
import type { SectionProps } from '../section.ts'
import type { load } from './data.ts'
import type { settings } from './schema.ts'

export default function ProductGridSection({
  settings: { title, cta, columns },
  data,
}: SectionProps<typeof settings, typeof load>) {
  if (data.cards.length === 0) return null
  return (
    <Band title={title} cta={cta}>
      <ProductGrid name={title} cards={data.cards} columns={columns} isRail />
    </Band>
  )
}
