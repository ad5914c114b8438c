import { useEffect, useRef } from 'react'
import { colorName } from '#contract/rules/theme-colors.ts'
import { revealField } from '../parts/record-notices.tsx'
import { entryStyles as parts } from '../parts/styles.ts'
import { valueAt } from './field-props.ts'
import css from './form.module.css'
import type { FormNode } from './prepare-schema.ts'

type Props = {
  errors: Readonly<Record<string, readonly string[]>>
  node: FormNode
  value: unknown
  idPrefix: string
  hasFocus: boolean
}

/** All errors above the form, each with a button that leads to its field. `hasFocus`: new errors take the focus, as after a refused save. */
export function ErrorSummary({ errors, node, value, idPrefix, hasFocus }: Props) {
  const entries = Object.entries(errors).filter(([, messages]) => messages.length > 0)
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!hasFocus || Object.keys(errors).length === 0) return
    summary.current?.scrollIntoView({ block: 'center' })
    summary.current?.focus({ preventScroll: true })
  }, [errors, hasFocus])
  if (entries.length === 0) return null
  return (
    <div ref={summary} className={parts.failure} role="alert" tabIndex={-1}>
      <p>
        {entries.length === 1
          ? 'One field needs a correction.'
          : `${entries.length} fields need a correction.`}
      </p>
      <ul className={css.summary}>
        {entries.map(([path, [message]]) => (
          <li key={path}>
            <button type="button" onClick={() => focusField([idPrefix, ...path.split('.')].join('_'))}>
              {labelOf(node, path, value)}
            </button>
            : {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Focuses a field, or the nearest group around it. */
export function focusField(id: string) {
  let element = document.getElementById(id)
  for (let at = id; !element && at.includes('_'); element = document.getElementById(at))
    at = at.slice(0, at.lastIndexOf('_'))
  if (element) revealField(element)
}

/** The titles on the way to a field: "Columns 1, Link". A colour of a theme has its name: "Theme colours, Sale". */
function labelOf(node: FormNode, path: string, value: unknown): string {
  const labels: string[] = []
  let at: FormNode | undefined = node
  let there = value
  for (const part of path.split('.')) {
    // The blocks of a text have no fields to be named.
    if (at?.widget === 'blocks') break
    there = valueAt(there, [part])
    if (/^\d+$/.test(part) && at?.type === 'array') {
      const variable = valueAt(there, ['variable'])
      if (typeof variable === 'string') return [...labels, colorName(variable)].join(', ')
      labels.push(`${labels.pop() ?? ''} ${Number(part) + 1}`.trim())
      at = at.items
    } else {
      at = at?.properties?.[part]
      labels.push(at?.title ?? part)
    }
  }
  return labels.join(', ')
}
