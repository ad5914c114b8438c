import type { ComponentProps } from 'react'
import { EntryField } from '../parts/entry-field.tsx'
import css from './order-screen.module.css'

type Line = { id: number; name: string; quantity: number }

type Props = {
  legend: string
  lines: readonly Line[]
  errors?: string[] | undefined
  /** The value of a line's field, or its default. */
  inputOf: (line: Line) => Pick<ComponentProps<'input'>, 'value' | 'defaultValue' | 'onChange'>
}

/** How many pieces of each line an action is for: entries `quantity <id>`, at most those of the line. */
export function QuantityFields({ legend, lines, errors, inputOf }: Props) {
  return (
    <fieldset className={css.quantities}>
      <legend>{legend}</legend>
      {lines.map((line) => (
        <EntryField
          key={line.id}
          label={`${line.name} (of ${line.quantity})`}
          name={`quantity ${line.id}`}
          type="number"
          min={0}
          max={line.quantity}
          onFocus={({ target }) => target.select()}
          errors={errors}
          {...inputOf(line)}
        />
      ))}
    </fieldset>
  )
}
