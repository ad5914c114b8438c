import type { CSSProperties } from 'react'
import type { Card } from './card.ts'
import { ProductCard } from './product-card.tsx'
import css from './product-grid.module.css'

type Props = {
  cards: readonly Card[]
  /** On wide screens; phones have two, or one where that is what is wanted. */
  columns?: number
  /** The first card stands on the first screen: its picture is fetched at once. */
  isFirstScreen?: boolean
  level?: 'h2' | 'h3'
}

export function ProductGrid({ cards, columns = 4, isFirstScreen, level }: Props) {
  const isSingle = columns === 1
  const sizes = `(min-width: 62rem) ${Math.round(76 / columns)}vw, ${isSingle ? 92 : '(min-width: 40rem) 31vw, 46'}vw`
  // Twice what three in a row, or two on a phone, are wide.
  const widest = columns > 2 ? 640 : 1024
  return (
    <ul className={css.grid} style={{ '--columns': columns } as CSSProperties}>
      {cards.map((card, at) => (
        <li key={card.id}>
          <ProductCard
            card={card}
            sizes={sizes}
            widest={widest}
            isEager={isFirstScreen && at === 0}
            level={level}
          />
        </li>
      ))}
    </ul>
  )
}
