import type { ReactNode } from 'react'
import css from './field-group.module.css'

type Props = { legend: ReactNode; children: ReactNode }

/** A group of fields in a grid of two columns: a `data-half` field takes one column where there is room. */
export function FieldGroup({ legend, children }: Props) {
  return (
    <fieldset className={css.group}>
      <legend>{legend}</legend>
      <div className={css.grid}>{children}</div>
    </fieldset>
  )
}
