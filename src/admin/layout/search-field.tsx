import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { SearchedKind, SearchGroup, SettingHit } from '#contract/admin/search.ts'
import { settingGroups } from '#contract/admin/settings/groups.ts'
import { isSearchable } from '#contract/rules/search-text.ts'
import { useCombobox } from '#ui/use-combobox.ts'
import { api } from '../api.ts'
import { AdminIcon as Icon } from '../parts/admin-icon.tsx'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { type Command, findCommands } from './find-commands.ts'
import css from './search-field.module.css'

export const searchFieldId = 'search'

const DEBOUNCE_MS = 150

const kindLabels: Record<SearchedKind, string> = {
  orders: 'Orders',
  products: 'Products',
  customers: 'Customers',
  pages: 'Pages',
  'blog-posts': 'Blog posts',
  promotions: 'Promotions',
  coupons: 'Coupons',
}

type Entry = Pick<Command, 'to' | 'label' | 'detail'> & Partial<Pick<Command, 'icon'>>
type Section = { label: string; entries: Entry[] }

const queryOf = (q: string) => ({
  queryKey: queryKeys.search(q),
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.adminSearch.find({ q }, signal)).data,
  staleTime: 10_000,
})

type Found = { groups: readonly SearchGroup[]; settings: readonly SettingHit[] }

const toSections = ({ groups, settings }: Found, q: string): Section[] => [
  ...groups.map(({ kind, hits }) => ({
    label: kindLabels[kind],
    entries: [
      ...hits.map(({ id, title, detail }) => ({ to: `/${kind}/${id}/show`, label: title, detail })),
      {
        to: `/${kind}?${new URLSearchParams({ filter: JSON.stringify({ q }), page: '1' })}`,
        label: `All ${kindLabels[kind].toLowerCase()} with “${q}”`,
        detail: '',
      },
    ],
  })),
  ...(settings.length > 0 ? [{ label: 'Settings', entries: settings.map(toEntry) }] : []),
]

/** A setting leads to its field. */
function toEntry({ group, field, title }: SettingHit): Entry {
  const of = settingGroups.find(({ name }) => name === group)
  return {
    to: `/${of?.screen}?${new URLSearchParams({ group, field })}`,
    label: title,
    detail: of?.title ?? '',
  }
}

const nothing: Found = { groups: [], settings: [] }

/** Finds records of every kind, screens and actions. Enter opens the first one, arrows choose another. */
export function SearchField() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const { commands, sections, count, note } = useFound(q)
  const combobox = useCombobox({ count, hasOtherContent: note !== '' })

  function leave() {
    setTyped('')
    combobox.close()
    input.current?.blur()
  }

  async function openFirst(event: FormEvent) {
    event.preventDefault()
    // Records of the text as it is now, which may not be shown yet.
    const found = async () =>
      !isSearchable(q) ? [] : toSections(await client.fetchQuery(queryOf(q)).catch(() => nothing), q)
    const first = commands[0] ?? (await found())[0]?.entries[0]
    if (!first) return combobox.open()
    leave()
    navigate(first.to)
  }

  let at = -1
  return (
    <search className={css.search}>
      <form onSubmit={(event) => void openFirst(event)}>
        <Icon name="search" size={18} />
        <input
          {...combobox.field}
          ref={input}
          type="text"
          inputMode="search"
          id={searchFieldId}
          autoComplete="off"
          aria-label="Search everything"
          aria-keyshortcuts="/"
          placeholder="Search orders, products, customers, settings"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            combobox.open()
          }}
          onFocus={() => combobox.open()}
          onBlur={() => combobox.close()}
          onKeyDown={combobox.onKeyDown}
        />
        <span className={css.key} aria-hidden="true">
          /
        </span>
      </form>
      <div className={css.results} hidden={!combobox.isOpen || (count === 0 && note === '')}>
        <div role="listbox" aria-label="Search results" {...combobox.list}>
          {sections.map(({ label, entries }) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox groups its options by this role
            <div key={label} role="group" aria-label={label}>
              <p aria-hidden="true">{label}</p>
              {entries.map(({ to, label: title, detail, icon }) => {
                at += 1
                return (
                  <Link key={to} to={to} {...combobox.option(at)} onClick={leave}>
                    {icon && <Icon name={icon} size={18} />}
                    <strong>{title}</strong>
                    <small>{detail}</small>
                  </Link>
                )
              })}
            </div>
          ))}
        </div>
        <p role="status" className={css.note}>
          {note}
        </p>
      </div>
    </search>
  )
}

/** What is found so far: screens and actions at once, records when typing pauses. */
function useFound(q: string) {
  const { screens, may } = useSession()
  const settled = useDebounced(q)
  const { data, error, isFetching } = useQuery({
    ...queryOf(settled),
    enabled: isSearchable(settled),
    placeholderData: (former) => former,
  })
  const commands = findCommands(q, { screens, may })
  const records = isSearchable(q) ? toSections(data ?? nothing, settled) : []
  const sections = [...(commands.length > 0 ? [{ label: 'Go to', entries: commands }] : []), ...records]
  const count = sections.reduce((sum, { entries }) => sum + entries.length, 0)
  const isSearching = isFetching || settled !== q
  const note = error ? error.message : isSearching ? 'Searching …' : count === 0 ? 'Nothing found' : ''
  return { commands, sections, count, note: isSearchable(q) ? note : '' }
}

/** The value once it has not changed for a moment. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
