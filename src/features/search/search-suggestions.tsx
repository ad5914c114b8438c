import { type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { announce } from '#pages/announce.ts'
import { RecentSearches } from './recent-search-list.tsx'
import { recentSearches, rememberSearch } from './recent-searches.ts'
import css from './search-suggestions.module.css'
import { countWords, groupsOf } from './suggestion-list.ts'
import { SuggestionRow } from './suggestion-row.tsx'
import { useSuggestions } from './use-suggestions.ts'

type Props = {
  /** The search field, which this makes a combobox. */
  field: HTMLInputElement
  onLeave: Leave | undefined
}

/** Told where a search leads, by the event that leads there: whoever prevents that must go there himself. */
export type Leave = (href: string, event: { preventDefault: () => void }) => void

const NARROW = '(max-width: 61.99rem)'

/**
 * Suggestions while typing, after the combobox pattern of the ARIA practices guide: the focus stays in the field, arrows choose, Enter
 * goes, Escape closes, the count is announced. With an empty field: what was searched for before.
 */
export function SearchSuggestions({ field, onLeave }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(field.value)
  const [isOpen, setOpen] = useState(document.activeElement === field)
  const [active, setActive] = useState(-1)
  const found = useSuggestions(typed)
  const groups = found ? groupsOf(found, matchMedia(NARROW).matches) : []
  const items = groups.flatMap((group) => group.items)
  const shows = isOpen && items.length > 0
  const hasNothing = isOpen && found !== undefined && items.length === 0
  const idOf = (at: number) => `${id}-${at}`

  // The field is another component's: what it needs to be a combobox is told to it from here.
  useEffect(() => {
    field.setAttribute('role', 'combobox')
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-controls', `${id}-list`)
    return () => {
      for (const name of ['role', 'aria-autocomplete', 'aria-controls', 'aria-expanded'])
        field.removeAttribute(name)
    }
  }, [field, id])
  useEffect(() => field.setAttribute('aria-expanded', String(shows)), [field, shows])
  useEffect(() => {
    const option = shows && active >= 0 ? `${id}-${active}` : ''
    if (option) field.setAttribute('aria-activedescendant', option)
    else field.removeAttribute('aria-activedescendant')
    if (option) document.getElementById(option)?.scrollIntoView({ block: 'nearest' })
  }, [field, id, active, shows])

  const words = found && isOpen ? countWords(groups) : ''
  useEffect(() => {
    if (words) announce(words)
  }, [words])

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const leave: Leave = (href, event) => {
    close()
    field.blur()
    onLeave?.(href, event)
  }
  const keys: Record<string, (event: KeyboardEvent) => void> = {
    ArrowDown: (event) => move(event, 1),
    ArrowUp: (event) => move(event, -1),
    Enter(event) {
      const option = shows && active >= 0 ? document.getElementById(idOf(active)) : null
      // The form's own way to the results.
      if (!option) return
      event.preventDefault()
      option.click()
    },
    Escape(event) {
      // The first closes the list, the next empties the field, as search fields do; a dialog around it waits.
      const isPanelOpen = shows || (isOpen && !typed.trim() && recentSearches().length > 0)
      if (!isPanelOpen && !field.value) return
      event.stopPropagation()
      if (!isPanelOpen) return
      event.preventDefault()
      close()
    },
  }
  function move(event: KeyboardEvent, by: number) {
    if (items.length === 0) return
    event.preventDefault()
    if (!isOpen) return setOpen(true)
    // One more place than there are lines: the field itself.
    setActive(((active + 1 + by + items.length + 1) % (items.length + 1)) - 1)
  }

  const heard = useRef({ keys, close })
  heard.current = { keys, close }
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const open = () => {
      setTyped(field.value)
      setOpen(true)
      setActive(-1)
    }
    const press = (event: KeyboardEvent) => heard.current.keys[event.key]?.(event)
    const submit = () => {
      rememberSearch(field.value)
      heard.current.close()
    }
    // Out of the field and of what belongs to it.
    const own = field.closest('search')
    const away = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && own?.contains(relatedTarget))) heard.current.close()
    }
    field.addEventListener('input', open, { signal })
    field.addEventListener('focus', open, { signal })
    field.addEventListener('keydown', press, { signal })
    field.form?.addEventListener('submit', submit, { signal })
    own?.addEventListener('focusout', away, { signal })
    return () => stop.abort()
  }, [field])

  const pick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const { href } = event.currentTarget
    rememberSearch(new URL(href).searchParams.get('query') ?? field.value)
    leave(href, event)
  }
  const fill = (text: string) => {
    field.value = `${text} `
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  }

  if (!typed.trim()) return isOpen && <RecentSearches onLeave={leave} />
  let at = -1
  return (
    <div ref={panel} className={css.panel} hidden={!shows && !hasNothing}>
      {hasNothing && (
        <p className={css.nothing} data-nothing="">
          No suggestions for “{found.query}”
        </p>
      )}
      <div role="listbox" id={`${id}-list`} aria-label="Suggestions" hidden={!shows}>
        {groups.map(({ label, items: lines }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={label} role="group" aria-label={label} className={css.group}>
            {lines.map((suggestion) => {
              at += 1
              return (
                <SuggestionRow
                  key={`${suggestion.kind} ${suggestion.href}`}
                  id={idOf(at)}
                  suggestion={suggestion}
                  typed={typed}
                  isActive={at === active}
                  onPick={pick}
                  onFill={fill}
                />
              )
            })}
          </div>
        ))}
      </div>
    </div>
  )
}
