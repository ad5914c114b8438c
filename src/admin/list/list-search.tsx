import type { FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import css from './list.module.css'
import { useList } from './use-list.ts'

type Props = {
  /** The accessible name: `Search pages`. */
  label: string
  placeholder: string
}

/** The search field of a list: the filter `q`, beside the filters that are chosen. */
export function ListSearch({ label, placeholder }: Props) {
  const { filterValues, setFilters } = useList()

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setFilters({ ...filterValues, ...readEntries(event.currentTarget, { q: entry.trimmed }) })
  }

  return (
    <search key={filterValues.q} className={css.search}>
      <form onSubmit={search}>
        <input
          type="search"
          name="q"
          aria-label={label}
          placeholder={placeholder}
          defaultValue={filterValues.q}
        />
        <Button type="submit" look="secondary">
          Search
        </Button>
      </form>
    </search>
  )
}
