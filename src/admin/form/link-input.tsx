import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { entryStyles as parts } from '../parts/styles.ts'
import css from './form.module.css'
import { useFormServices } from './form-services.ts'

/** The `widget` of records that a link may lead to, and their label. */
type Kinds = readonly (readonly [kind: string, label: string])[]

const linkKinds = [
  ['page', 'Page'],
  ['category', 'Category'],
  ['collection', 'Collection'],
  ['product', 'Product'],
  ['blog-post', 'Blog post'],
] as const satisfies Kinds

type Props = {
  /** By default all records with an address. */
  kinds?: Kinds
  /** Id and descriptions of the control. */
  attributes: object
  label: string
  value: string
  isReadOnly: boolean
  onChange: (value: string) => void
}

/** The address of a link: typed, or that of a record which is chosen. */
export function LinkInput({ kinds = linkKinds, attributes, label, value, isReadOnly, onChange }: Props) {
  const { chooseRecord, recordKind } = useFormServices()
  const [kind, setKind] = useState(kinds[0]?.[0] ?? '')
  const offered = chooseRecord ? kinds.filter(([name]) => recordKind?.(name)) : []

  async function choose() {
    const chosen = await chooseRecord?.(kind)
    if (chosen?.address !== undefined) onChange(chosen.address)
  }

  return (
    <span className={css.link}>
      <input
        {...attributes}
        className={parts.input}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        readOnly={isReadOnly}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {!isReadOnly && offered.length > 0 && (
        <span className={css.buttons}>
          {kinds.length > 1 && (
            <select
              className={parts.input}
              aria-label={`What to choose for ${label}`}
              value={kind}
              onChange={({ target }) => setKind(target.value)}
            >
              {offered.map(([name, text]) => (
                <option key={name} value={name}>
                  {text}
                </option>
              ))}
            </select>
          )}
          <Button look="secondary" aria-label={`Choose for ${label}`} onClick={() => void choose()}>
            Choose
          </Button>
        </span>
      )}
    </span>
  )
}
