import { ProductGrid } from '#features/card/product-grid.tsx'
import { Band } from '#sections/band.tsx'
import type { SectionProps } from '#sections/section.ts'
import { SectionTabs } from '../section-tabs.tsx'
import type { load, settings } from './schema.ts'

/** Several product grids, one shown at a time. */
export default function ProductTabs({
  settings: { title, columns },
  data: { tabs },
}: SectionProps<typeof settings, typeof load>) {
  if (tabs.length === 0) return null
  return (
    <Band title={title}>
      <SectionTabs
        label={title || 'Products'}
        tabs={tabs.map((tab) => ({
          title: tab.title,
          content: <ProductGrid name={tab.title} cards={tab.cards} columns={columns} isRail />,
        }))}
      />
    </Band>
  )
}
