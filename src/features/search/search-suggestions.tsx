import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useState,
} from 'react'
import { announce } from '#pages/announce.ts'
import { mediaQuery } from '#ui/breakpoints.ts'
import { type ComboboxField, useCombobox } from '#ui/use-combobox.ts'
import { RecentSearches } from './recent-search-list.tsx'
import { recentSearches, rememberSearch } from './recent-searches.ts'
import css from './search-suggestions.module.css'
import { countWords, groupsOf } from './suggestion-list.ts'
import { SuggestionRow } from './suggestion-row.tsx'
import { useEarlySuggestions, useSuggestions } from './use-suggestions.ts'

/** What the search form calls on the events of its field. */
export type SuggestionsHandle = {
  /** The field has the focus or another text. */
  open: (text: string) => void
  close: () => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  /** The form is submitted with this text. */
  remember: (text: string) => void
}

type Props = {
  ref: Ref<SuggestionsHandle>
  field: HTMLInputElement
  /** Receives the combobox attributes of the field. */
  onFieldChange: (attributes: ComboboxField) => void
  onLeave: Leave | undefined
}

/** Receives the target and the event that navigates to it; a callback that prevents the event must navigate itself. */
export type Leave = (href: string, event: { preventDefault: () => void }) => void

/** Suggestions while typing; their count is announced. An empty field shows recent searches. */
export function SearchSuggestions({ ref, field, onFieldChange, onLeave }: Props) {
  const [typed, setTyped] = useState(field.value)
  useEarlySuggestions(field)
  const found = useSuggestions(typed)
  const groups = found ? groupsOf(found, matchMedia(mediaQuery('below-desktop')).matches) : []
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  const combobox = useCombobox({
    count,
    isOpenAtFirst: document.activeElement === field,
    hasOtherContent: !typed.trim() && recentSearches().length > 0,
  })
  const { isOpen, isExpanded, close } = combobox
  const hasNothing = isOpen && found !== undefined && count === 0

  const reportField = useEffectEvent(() => onFieldChange(combobox.field))
  const activeId = combobox.field['aria-activedescendant']
  useEffect(() => reportField(), [isExpanded, activeId])

  useImperativeHandle(ref, () => ({
    open(text) {
      setTyped(text)
      combobox.open()
    },
    close,
    onKeyDown: combobox.onKeyDown,
    remember(text) {
      rememberSearch(text)
      close()
    },
  }))

  const countText = found && isOpen ? countWords(groups) : ''
  useEffect(() => {
    if (countText) announce(countText)
  }, [countText])

  const leave: Leave = (href, event) => {
    close()
    field.blur()
    onLeave?.(href, event)
  }
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
    <div className={css.panel} hidden={!isExpanded && !hasNothing}>
      {hasNothing && (
        <p className={css.nothing} data-nothing="">
          No suggestions for “{found.query}”
        </p>
      )}
      <div role="listbox" {...combobox.list} aria-label="Suggestions">
        {groups.map(({ label, items: lines }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={label} role="group" aria-label={label} className={css.group}>
            {lines.map((suggestion) => {
              at += 1
              return (
                <SuggestionRow
                  key={`${suggestion.kind} ${suggestion.href}`}
                  option={combobox.option(at)}
                  suggestion={suggestion}
                  typed={typed}
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
