import type { FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { entry, readEntries } from '../parts/read-entries.ts'
import { useFollowing } from './filter-choice.tsx'
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
  const following = useFollowing(filterValues.q ?? '')

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setFilters({ ...filterValues, ...readEntries(event.currentTarget, { q: entry.trimmed }) })
  }

  return (
    <search className={css.search}>
      <form onSubmit={search}>
        <input {...following} type="search" name="q" aria-label={label} placeholder={placeholder} />
        <Button type="submit" look="secondary">
          Search
        </Button>
      </form>
    </search>
  )
}
