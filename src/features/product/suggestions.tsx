import { useId } from 'react'
import type { Card } from '#features/card/card.ts'
import { ProductGrid } from '#features/card/product-grid.tsx'
import css from './recently-viewed.module.css'
import { RecentlyViewed } from './recently-viewed.tsx'

/** Where a page has nothing to show: the best sellers, and what this browser has opened. */
export function Suggestions({ best }: { best: readonly Card[] }) {
  const id = useId()
  return (
    <>
      {best.length > 0 && (
        <section className={css.viewed} aria-labelledby={id}>
          <h2 id={id}>Best sellers</h2>
          <ProductGrid name="Best sellers" cards={best} isRail />
        </section>
      )}
      <RecentlyViewed />
    </>
  )
}
