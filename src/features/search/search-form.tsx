import { type ComponentType, type FormEvent, useRef, useState } from 'react'
import { usePage } from '#pages/use-page.ts'
import { Icon } from '#ui/icon.tsx'
import type { ComboboxField } from '#ui/use-combobox.ts'
import css from './search-form.module.css'
import type { Leave, SearchSuggestions, SuggestionsHandle } from './search-suggestions.tsx'

type Props = {
  /** Receives the target: the results, or a suggestion. */
  onLeave?: Leave
}

/**
 * A GET form: works without JavaScript, and navigates softly with it. Suggestions open on focus; the results
 * page keeps the query.
 */
export function SearchForm({ onLeave }: Props) {
  const { url, path } = usePage()
  const query = path === '/search' ? (new URLSearchParams(url.split('?')[1] ?? '').get('query') ?? '') : ''
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const [combobox, setCombobox] = useState<ComboboxField>()
  const suggestions = useRef<SuggestionsHandle>(null)
  const [Suggestions, setSuggestions] = useState<ComponentType<Parameters<typeof SearchSuggestions>[0]>>()
  const enhance = () =>
    import('./search-suggestions.tsx').then(
      (loaded) => setSuggestions(() => loaded.SearchSuggestions),
      // Without suggestions the search still works.
      () => {},
    )
  return (
    <search
      className={css.search}
      // The focus has left the field and its list.
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || suggestions.current?.close()
      }
    >
      <form
        className={css.form}
        action="/search"
        method="get"
        onSubmit={(event) => {
          suggestions.current?.remember(field?.value ?? '')
          onLeave?.(resultsOf(event), event)
        }}
      >
        <Icon name="search" size={18} />
        <input
          key={query}
          ref={setField}
          className={css.input}
          // A search field may not be a combobox.
          type="text"
          inputMode="search"
          name="query"
          aria-label="Search the shop"
          placeholder="Search for products"
          defaultValue={query}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          {...combobox}
          onFocus={({ currentTarget }) => {
            enhance()
            suggestions.current?.open(currentTarget.value)
          }}
          onInput={({ currentTarget }) => suggestions.current?.open(currentTarget.value)}
          onKeyDown={(event) => suggestions.current?.onKeyDown(event)}
        />
        <button type="submit" className={css.submit}>
          Search
        </button>
      </form>
      {Suggestions && field && (
        <Suggestions ref={suggestions} field={field} onFieldChange={setCombobox} onLeave={onLeave} />
      )}
    </search>
  )
}

const resultsOf = ({ currentTarget }: FormEvent<HTMLFormElement>) =>
  `/search?query=${encodeURIComponent(String(new FormData(currentTarget).get('query') ?? ''))}`
