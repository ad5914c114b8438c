import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react'
import { ownValue } from '#contract/rules/own-value.ts'

type Options = {
  /** How many options the list has, numbered from 0 in reading order. */
  count: number
  isOpenAtFirst?: boolean
  /** Whether something other than options is shown while open, which Escape closes too. */
  hasOtherContent?: boolean
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/** Attributes of the field, which its own component renders. */
export type ComboboxField = {
  role: 'combobox'
  'aria-autocomplete': 'list'
  'aria-controls': string
  'aria-expanded': boolean
  'aria-activedescendant': string | undefined
}

/**
 * The combobox pattern of the ARIA practices guide for a field with a list of suggestions: the focus stays in the field, arrows
 * choose an option, Enter clicks it, Escape closes the list.
 */
export function useCombobox({ count, isOpenAtFirst = false, hasOtherContent = false }: Options) {
  const id = useId()
  const listId = `${id}-list`
  const optionId = (at: number) => `${id}-${at}`
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const [active, setActive] = useState(NO_OPTION)
  const isExpanded = isOpen && count > 0
  const activeId = isExpanded && active !== NO_OPTION ? optionId(active) : undefined

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const open = () => {
    setOpen(true)
    setActive(NO_OPTION)
  }
  const close = () => {
    setOpen(false)
    setActive(NO_OPTION)
  }

  const keys: Record<string, (event: KeyboardEvent<TextField>) => void> = {
    ArrowDown: (event) => move(event, 1),
    ArrowUp: (event) => move(event, -1),
    Enter(event) {
      // Without a chosen option the form submits itself.
      if (!activeId) return
      event.preventDefault()
      document.getElementById(activeId)?.click()
    },
    Escape(event) {
      // The first Escape closes the list, the next empties the field, like native search fields; a
      // surrounding dialog stays open.
      const showsContent = isExpanded || (isOpen && hasOtherContent)
      if (!showsContent && !event.currentTarget.value) return
      event.stopPropagation()
      event.preventDefault()
      if (showsContent) close()
      else empty(event.currentTarget)
    },
  }
  function move(event: KeyboardEvent, by: number) {
    if (count === 0) return
    event.preventDefault()
    if (isOpen) setActive(moveActiveOption(active, by, count))
    else setOpen(true)
  }

  const field: ComboboxField = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': listId,
    'aria-expanded': isExpanded,
    'aria-activedescendant': activeId,
  }
  return {
    isOpen,
    isExpanded,
    open,
    close,
    field,
    onKeyDown: (event: KeyboardEvent<TextField>) => ownValue(keys, event.key)?.(event),
    list: { id: listId, hidden: !isExpanded },
    option: (at: number): ComboboxOption => ({
      role: 'option',
      id: optionId(at),
      'aria-selected': at === active,
      tabIndex: -1,
      onMouseDown: keepFocusInField,
    }),
  }
}

/** As if the visitor had done it, so that the field's own component notices. */
function empty(field: TextField) {
  field.setRangeText('', 0, field.value.length)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Attributes of an option. */
export type ComboboxOption = {
  role: 'option'
  id: string
  'aria-selected': boolean
  tabIndex: -1
  onMouseDown: (event: MouseEvent) => void
}

const keepFocusInField = (event: MouseEvent) => event.preventDefault()

/** No option is active: the arrow keys are in the field itself. */
export const NO_OPTION = -1

/** The next active option of a list: arrows go round over all options and the field. */
export const moveActiveOption = (active: number, by: number, count: number) => {
  const stops = count + 1
  return ((active + 1 + by + stops) % stops) - 1
}
