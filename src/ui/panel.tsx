import { type ReactNode, useId } from 'react'
import { cardClass } from '#ui/card.ts'
import css from './panel.module.css'

type Props = { title: string; intro?: ReactNode; children: ReactNode; action?: ReactNode }

/** A part of an account page with its own heading. */
export function Panel({ title, intro, children, action }: Props) {
  const id = useId()
  return (
    <section className={cardClass} aria-labelledby={id}>
      <div className={css.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {intro && <p className={css.intro}>{intro}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
