import { useSortable } from '@dnd-kit/react/sortable'
import { type KeyboardEvent, useId, useState } from 'react'
import { useCombobox } from '#ui/use-combobox.ts'
import { movedTo } from './place-text.ts'
import { SortableArea, useMoves } from './sorting.tsx'
import css from './tag-entry.module.css'

type Props = {
  label: string
  tags: readonly string[]
  /** Offered while typing. */
  known: readonly string[]
  errors?: readonly string[] | undefined
  /** Of the entry with what is typed and not added yet. */
  name?: string
  /** Below the field; by default how to add a tag. */
  hint?: string
  placeholder?: string
  maxLength?: number
  /** Their order has a meaning: they are dragged, or moved by a button. */
  isOrdered?: boolean
  isReadOnly?: boolean
  onChange: (tags: string[]) => void
}

/** The tags of a text with commas or, as a column of a spreadsheet has them, in lines. */
export const typedTags = (text: string) =>
  text.split(/[,\n\t]/).flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))

export const isSameTag = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Tags as chips that can be removed, and a field that adds others: a known one or a new one, with Enter or a comma. */
export function TagEntry(props: Props) {
  const { label, tags, known, errors = [], name, maxLength = 40, onChange } = props
  const { hint = 'Enter or a comma adds it. New tags are created.', placeholder = 'Add a tag' } = props
  const id = useId()
  const [typed, setTyped] = useState('')
  const isPresent = (tag: string) => tags.some((one) => isSameTag(one, tag))
  const found = known
    .filter((tag) => tag.toLowerCase().includes(typed.trim().toLowerCase()) && !isPresent(tag))
    .slice(0, 8)
  const combobox = useCombobox({ count: found.length })
  // A form that reads what is typed itself has a name for it.
  const notAdded = typed.trim() === '' || name !== undefined ? '' : `Press Enter to add “${typed.trim()}”`
  const [isLeft, setLeft] = useState(false)
  const error = errors[0] ?? (isLeft && notAdded ? notAdded : undefined)

  function add(text: string) {
    combobox.close()
    setTyped('')
    const added = typedTags(text).filter((tag) => !isPresent(tag))
    if (added.length > 0) onChange([...tags, ...added])
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    combobox.onKeyDown(event)
    if (event.defaultPrevented || typed.trim() === '' || (event.key !== 'Enter' && event.key !== ',')) return
    event.preventDefault()
    add(typed)
  }

  return (
    <div className={css.entry}>
      {props.isReadOnly ? <span>{label}</span> : <label htmlFor={id}>{label}</label>}
      <Chips {...props} />
      {!props.isReadOnly && (
        <div className={css.field}>
          <input
            {...combobox.field}
            id={id}
            name={name}
            type="text"
            maxLength={maxLength}
            autoComplete="off"
            placeholder={placeholder}
            value={typed}
            ref={(input) => input?.setCustomValidity(notAdded)}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-below`}
            onChange={({ target }) => {
              setTyped(target.value)
              combobox.open()
            }}
            onPaste={(event) => {
              const text = event.clipboardData.getData('text')
              if (typedTags(text).length < 2) return
              event.preventDefault()
              add(text)
            }}
            // What is typed stays: a chip that appears would move what is being pressed.
            onFocus={() => setLeft(false)}
            onBlur={() => {
              combobox.close()
              setLeft(true)
            }}
            onKeyDown={press}
          />
          <div role="listbox" aria-label={`Known: ${label}`} {...combobox.list} className={css.known}>
            {found.map((tag, at) => (
              <button type="button" key={tag} {...combobox.option(at)} onClick={() => add(tag)}>
                {tag}
              </button>
            ))}
          </div>
        </div>
      )}
      <p id={`${id}-below`} data-tone={error ? 'bad' : undefined}>
        {error ?? hint}
      </p>
    </div>
  )
}

function Chips({ label, tags, isOrdered = false, isReadOnly = false, onChange }: Props) {
  const { list, focusNext, announced, setAnnounced } = useMoves()
  if (tags.length === 0) return null
  function move(from: number, to: number) {
    const next = [...tags]
    next.splice(to, 0, ...next.splice(from, 1))
    setAnnounced(movedTo(tags[from] ?? '', to, tags.length))
    onChange(next)
  }
  return (
    <SortableArea onMove={move}>
      <ol ref={list} className={css.tags} aria-label={label}>
        {tags.map((tag, at) => (
          <Chip
            key={tag}
            tag={tag}
            at={at}
            isMovable={isOrdered && !isReadOnly && tags.length > 1}
            onMove={() => {
              focusNext.current = `li:nth-child(${at}) [data-move]`
              move(at, at - 1)
            }}
            onRemove={isReadOnly ? undefined : () => onChange(tags.filter((one) => one !== tag))}
          />
        ))}
      </ol>
      {isOrdered && (
        <p role="status" className="visually-hidden">
          {announced}
        </p>
      )}
    </SortableArea>
  )
}

type ChipProps = {
  tag: string
  at: number
  isMovable: boolean
  onMove: () => void
  onRemove: (() => void) | undefined
}

function Chip({ tag, at, isMovable, onMove, onRemove }: ChipProps) {
  const { ref, handleRef } = useSortable({ id: tag, index: at, disabled: !isMovable, data: { name: tag } })
  return (
    <li ref={isMovable ? ref : undefined}>
      {isMovable && (
        <button
          type="button"
          data-move
          aria-label={`Move ${tag} before`}
          aria-disabled={at === 0 || undefined}
          onClick={() => at > 0 && onMove()}
        >
          ‹
        </button>
      )}
      {isMovable && (
        <span ref={handleRef} className={css.handle} aria-hidden="true" tabIndex={-1}>
          {tag}
        </span>
      )}
      <span className={isMovable ? 'visually-hidden' : undefined}>{tag}</span>
      {onRemove && (
        <button type="button" aria-label={`Remove ${tag}`} onClick={onRemove}>
          ×
        </button>
      )}
    </li>
  )
}
