import { type KeyboardEvent, useId, useState } from 'react'
import { useCombobox } from '#ui/use-combobox.ts'
import css from './tag-entry.module.css'

type Props = {
  label: string
  tags: readonly string[]
  /** Offered while typing. */
  known: readonly string[]
  errors?: readonly string[] | undefined
  /** Of the entry with what is typed and not added yet. */
  name?: string
  onChange: (tags: string[]) => void
}

/** The tags of a text with commas. */
export const typedTags = (text: string) =>
  text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Tags as chips that can be removed, and a field that adds others: a known one or a new one, with Enter or a comma. */
export function TagEntry({ label, tags, known, errors = [], name, onChange }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const found = known
    .filter((tag) => tag.toLowerCase().includes(typed.trim().toLowerCase()))
    .filter((tag) => !tags.some((one) => same(one, tag)))
    .slice(0, 8)
  const combobox = useCombobox({ count: found.length })
  const [error] = errors

  function add(text: string) {
    combobox.close()
    setTyped('')
    const added = typedTags(text).filter((tag) => !tags.some((one) => same(one, tag)))
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
      <label htmlFor={id}>{label}</label>
      {tags.length > 0 && (
        <ul className={css.tags} aria-label={label}>
          {tags.map((tag) => (
            <li key={tag}>
              {tag}
              <button
                type="button"
                aria-label={`Remove ${tag}`}
                onClick={() => onChange(tags.filter((one) => one !== tag))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={css.field}>
        <input
          {...combobox.field}
          id={id}
          name={name}
          type="text"
          maxLength={40}
          autoComplete="off"
          placeholder="Add a tag"
          value={typed}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-below`}
          onChange={({ target }) => {
            setTyped(target.value)
            combobox.open()
          }}
          // What is typed stays: a chip that appears would move what is being pressed.
          onBlur={() => combobox.close()}
          onKeyDown={press}
        />
        <div role="listbox" aria-label="Known tags" {...combobox.list} className={css.known}>
          {found.map((tag, at) => (
            <button type="button" key={tag} {...combobox.option(at)} onClick={() => add(tag)}>
              {tag}
            </button>
          ))}
        </div>
      </div>
      <p id={`${id}-below`} data-tone={error ? 'bad' : undefined}>
        {error ?? 'Enter or a comma adds it. New tags are created.'}
      </p>
    </div>
  )
}
