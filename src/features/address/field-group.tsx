import type { ReactNode } from 'react'
import css from './field-group.module.css'

type Props = { legend: ReactNode; children: ReactNode }

/** Fields that belong together, in a grid of two: one that is `data-half` takes half a row where there is room. */
export function FieldGroup({ legend, children }: Props) {
  return (
    <fieldset className={css.group}>
      <legend>{legend}</legend>
      <div className={css.grid}>{children}</div>
    </fieldset>
  )
}
