import { Icon } from '#ui/icon.tsx'
import css from './questions.module.css'

/** Questions that open on their own: by key, by find-in-page, without scripts. */
export function Questions({ items }: { items: readonly { question: string; answer: string }[] }) {
  return (
    <div className={css.questions}>
      {items.map(({ question, answer }) => (
        <details key={question}>
          <summary>
            {question} <Icon name="plus" size={18} />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  )
}
