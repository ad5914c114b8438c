import { Link } from 'react-router'
import type { MissedSearch } from '#contract/admin/catalog/missed-searches.ts'
import { useSession } from '../session-context.ts'
import css from './search-answer.module.css'

const answers = { rule: 'Search rule', synonym: 'Synonym' }

/** What answers a search that found nothing, or links to forms that already contain it. */
export function SearchAnswer({ search: { words, solved_by } }: { search: MissedSearch }) {
  const { may } = useSession()
  if (solved_by) return answers[solved_by]
  if (!may('catalog.write')) return '–'
  return (
    <span className={css.links}>
      <Link to="/search-synonyms/create" state={{ prefill: { term: words } }}>
        Add a synonym<span className="visually-hidden"> for {words}</span>
      </Link>
      <Link to="/search-rules/create" state={{ prefill: { query: words } }}>
        Add a redirect<span className="visually-hidden"> for {words}</span>
      </Link>
    </span>
  )
}
