import { useEffect, useState } from 'react'
import type { Faq } from '#contract/faq.ts'
import { Questions } from '#sections/questions.tsx'
import { Icon } from '#ui/icon.tsx'
import { searchFieldClass } from '#ui/search-field.ts'
import css from './faq.module.css'
import { filterFaq } from './filter-faq.ts'

type Props = { groups: Faq['groups']; query: string; path: string }

/** Filters while typing; without scripts the form reloads the page with `?q=`. */
export function SearchableFaq({ groups, query, path }: Props) {
  const [typed, setTyped] = useState(query)
  useEffect(() => setTyped(query), [query])
  useEffect(openTarget, [])
  const shown = filterFaq(groups, typed)
  const isFiltered = typed.trim() !== ''
  const count = shown.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <>
      <search>
        <form className={searchFieldClass} action={path} method="get">
          <Icon name="search" size={18} />
          <input
            type="search"
            name="q"
            aria-label="Search the questions"
            placeholder="Search the questions"
            value={typed}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
          <button type="submit">Search</button>
        </form>
      </search>
      <p className={`note ${css.found}`} role="status">
        {isFiltered && (count === 1 ? '1 question found' : `${count} questions found`)}
      </p>
      {isFiltered && count === 0 && (
        <p>
          Try another word, or <a href={path}>see all questions</a>.
        </p>
      )}
      {!isFiltered && groups.length > 1 && (
        <nav aria-label="Topics">
          <ul className={css.topics}>
            {groups.map(({ id, title, slug }) => (
              <li key={id}>
                <a href={`#${slug || `group-${id}`}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {shown.map(({ id, title, slug, items }) => (
        <section key={id} id={slug || `group-${id}`} className={css.group}>
          <h2 dir="auto">{title}</h2>
          <Questions
            isOpen={isFiltered}
            items={items.map((item) => ({ ...item, answer: <Answer {...item} /> }))}
          />
        </section>
      ))}
    </>
  )
}

type Item = Faq['groups'][number]['items'][number]

/** The anchor is inside the closed part, so that browsers open it for a link or for find-in-page. */
const Answer = ({ id, question, answer }: Item) => (
  <div id={`question-${id}`} className={css.answer} dir="auto">
    <div dangerouslySetInnerHTML={{ __html: answer }} />
    <a href={`#question-${id}`} className={css.anchor}>
      Link to this answer<span className="visually-hidden">: {question}</span>
    </a>
  </div>
)

/** For browsers that do not open a closed `details` around the target of a link. */
function openTarget() {
  const open = () => {
    const target = location.hash.startsWith('#question-') && document.getElementById(location.hash.slice(1))
    const details = target ? target.closest('details') : null
    if (!target || !details || details.open) return
    details.open = true
    target.scrollIntoView()
  }
  open()
  addEventListener('hashchange', open)
  return () => removeEventListener('hashchange', open)
}
