import { type CSSProperties, startTransition, useState } from 'react'
import { CachedPart } from '#client/cached-html.tsx'
import type { Card } from './card.ts'
import { ProductCard } from './product-card.tsx'
import css from './product-grid.module.css'
import { useListEvents } from './use-list-events.ts'

/** From a mouse that enters the grid to the second pictures of all its cards. */
const MOUSE_MS = 300

type Props = {
  /** Name of the list in analytics. */
  name?: string
  cards: readonly Card[]
  /** On wide screens; phones have two, or one if chosen. */
  columns?: number
  /** The first two cards are on the first screen: one of their pictures is the largest paint. */
  isFirstScreen?: boolean
  /** A row that is swiped on phones, instead of a grid. */
  isRail?: boolean
  level?: 'h2' | 'h3'
}

export function ProductGrid({ name = 'Products', cards, columns = 4, isFirstScreen, isRail, level }: Props) {
  const list = useListEvents(name, cards)
  const [hasMouse, setMouse] = useState(false)
  const isSingle = columns === 1
  const sizes = `(min-width: 62rem) ${Math.round(76 / columns)}vw, ${isSingle ? 92 : `(min-width: 40rem) 31vw, ${isRail ? 56 : 46}`}vw`
  // Twice the width of a card in three columns, or in two on a phone.
  const widest = columns > 2 ? 640 : 1024
  return (
    <ul
      ref={list}
      className={css.grid}
      data-rail={isRail}
      style={{ '--columns': columns } as CSSProperties}
      // A mouse among the cards: those on screen fetch their second picture before it reaches them. Not at once, because rendering all
      // cards would delay the page that the first one leads to.
      onPointerEnter={({ pointerType }) =>
        pointerType === 'mouse' && setTimeout(startTransition, MOUSE_MS, () => setMouse(true))
      }
    >
      {cards.map((card, at) => {
        const isFirst = isFirstScreen && at < 2
        const shown = <ProductCard {...{ card, sizes, widest, isFirst, level, hasMouse }} />
        // React preloads the first pictures, which it can only do where it renders them.
        return import.meta.env.SSR && !isFirst ? (
          <CachedPart as="li" key={card.id} name="card" by={[card, sizes, widest, level]}>
            {shown}
          </CachedPart>
        ) : (
          <li key={card.id}>{shown}</li>
        )
      })}
    </ul>
  )
}
