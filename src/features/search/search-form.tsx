import { type ComponentType, type FormEvent, useState } from 'react'
import { usePage } from '#pages/use-page.ts'
import { Icon } from '#ui/icon.tsx'
import css from './search-form.module.css'
import type { Leave, SearchSuggestions } from './search-suggestions.tsx'

type Props = {
  /** Told where it leads: to the results, or to something suggested. */
  onLeave?: Leave
}

/**
 * A plain GET form: works without scripts, navigates softly with them. Suggestions come with the focus. Keeps the query on the results
 * page.
 */
export function SearchForm({ onLeave }: Props) {
  const { url, path } = usePage()
  const query = path === '/search' ? (new URLSearchParams(url.split('?')[1] ?? '').get('query') ?? '') : ''
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const [Suggestions, setSuggestions] = useState<ComponentType<Parameters<typeof SearchSuggestions>[0]>>()
  const enhance = () =>
    import('./search-suggestions.tsx').then(
      (loaded) => setSuggestions(() => loaded.SearchSuggestions),
      // Without them it is still a search.
      () => {},
    )
  return (
    <search className={css.search}>
      <form
        className={css.form}
        action="/search"
        method="get"
        onSubmit={(event) => onLeave?.(resultsOf(event), event)}
      >
        <Icon name="search" size={18} />
        <input
          key={query}
          ref={setField}
          className={css.input}
          type="search"
          name="query"
          aria-label="Search the shop"
          placeholder="Mugs, lamps, cushions"
          defaultValue={query}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          onFocus={enhance}
        />
        <button type="submit" className={css.submit}>
          Search
        </button>
      </form>
      {Suggestions && field && <Suggestions field={field} onLeave={onLeave} />}
    </search>
  )
}

const resultsOf = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
  `/search?query=${encodeURIComponent(String(new FormData(currentTarget).get('query') ?? ''))}`
