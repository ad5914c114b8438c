import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useFormat } from '../parts/format.ts'
import { screenStyles as screen } from '../parts/styles.ts'
import { useSession } from '../session-context.ts'
import { FilterChoice, type ListFilter } from './filter-choice.tsx'
import css from './list.module.css'
import { ListSearch } from './list-search.tsx'
import { useList } from './use-list.ts'

/** A condition that is set elsewhere, such as by a link: its value as the chip shows it. */
type LinkedFilter = { name: string; label: string; text: (value: string) => string }

type Props = {
  label: string
  placeholder: string
  filters: readonly ListFilter[]
  linked?: readonly LinkedFilter[]
  /** Beside the filters. */
  children?: ReactNode
}

/** The search of a list, a panel with its many filters, and a chip for each condition that is set, which removes it. */
export function ListFilters({ label, placeholder, filters, linked = [], children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { filterValues } = useList()
  const panel = useId()
  const set = filters.filter(({ name }) => filterValues[name]).length
  return (
    <>
      <div className={screen.tools}>
        <ListSearch label={label} placeholder={placeholder} />
        <Button
          look="secondary"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen((former) => !former)}
        >
          {set === 0 ? 'Filters' : `Filters (${set})`}
        </Button>
        {children}
      </div>
      <div id={panel} hidden={!isOpen} className={css.panel}>
        {isOpen && filters.map((filter) => <FilterChoice key={filter.name} filter={filter} />)}
      </div>
      <Chips filters={filters} linked={linked} />
    </>
  )
}

function Chips({ filters, linked }: { filters: readonly ListFilter[]; linked: readonly LinkedFilter[] }) {
  const { filterValues, setFilters } = useList()
  const textOf = useFilterText()
  const chips = [
    { name: 'q', label: 'Search', text: (value: string) => `“${value}”` },
    ...linked,
    ...filters.map((filter) => ({ ...filter, text: (value: string) => textOf(filter, value) })),
  ].flatMap(({ name, label, text }) => {
    const value = filterValues[name]
    return value ? [{ name, label, text: text(value) }] : []
  })
  if (chips.length === 0) return null
  const without = (names: readonly string[]) =>
    setFilters({ ...filterValues, ...Object.fromEntries(names.map((name) => [name, undefined])) })
  return (
    <ul className={css.chips} aria-label="Conditions of the list">
      {chips.map(({ name, label, text }) => (
        <li key={name}>
          <button type="button" aria-label={`Remove ${label}: ${text}`} onClick={() => without([name])}>
            {label}: {text} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Button look="quiet" onClick={() => without(chips.map(({ name }) => name))}>
            Clear all
          </Button>
        </li>
      )}
    </ul>
  )
}

/** The value of a filter in words. */
function useFilterText() {
  const { money, day } = useFormat()
  const { currency } = useSession().session.shop
  return (filter: ListFilter, value: string) => {
    if ('options' in filter) return filter.options.find((option) => option.value === value)?.label ?? value
    if ('record' in filter) return filter.text(value)
    if ('isAmount' in filter) return money({ amount: Number(value) || 0, currency })
    return 'isDay' in filter && /^\d{4}-\d\d-\d\d$/.test(value) ? day(value) : value
  }
}
