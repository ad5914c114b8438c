import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'
import css from './questions.module.css'

type Props = {
  items: readonly { id?: number; question: string; answer: ReactNode }[]
  /** Opens all questions, for search results. */
  isOpen?: boolean
}

/** Questions as native disclosures: they open by keyboard, by find-in-page, and without JavaScript. */
export function Questions({ items, isOpen }: Props) {
  return (
    <div className={css.questions}>
      {items.map(({ id, question, answer }) => (
        <details key={id ?? question} open={isOpen || undefined}>
          <summary>
            <span dir="auto">{question}</span> <Icon name="plus" size={18} />
          </summary>
          {typeof answer === 'string' ? <p dir="auto">{answer}</p> : answer}
        </details>
      ))}
    </div>
  )
}
