import type { ReactNode } from 'react'
import type { Money } from '#contract/money.ts'
import type { Image } from '#contract/shapes.ts'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { Amount } from '#ui/price.tsx'
import css from './summary-lines.module.css'

export type SummaryLine = {
  id: number
  name: string
  image: Image | null
  details?: ReactNode
  quantity: number
  total: Money
}

/** A read-only list of items: in the checkout and on the finished order. */
export function SummaryLines({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <ul className={css.lines} aria-label="Items">
      {lines.map(({ id, name, image, details, quantity, total }) => (
        <li key={id} className={css.line}>
          <span className={css.picture}>
            {image ? (
              <Picture image={image} sizes="4rem" ratio={4 / 5} alt="" />
            ) : (
              <Icon name="box" size={22} />
            )}
          </span>
          <div className={css.words}>
            <p className={css.name}>
              <bdi>{name}</bdi>
            </p>
            {details}
            <p className={css.quantity}>Quantity: {quantity}</p>
          </div>
          <p className={css.total}>
            <Amount money={total} />
          </p>
        </li>
      ))}
    </ul>
  )
}
