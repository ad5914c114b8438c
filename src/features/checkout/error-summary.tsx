import type { Ref } from 'react'
import type { Errors } from '#features/address/find-part-errors.ts'
import { Callout } from '#ui/callout.tsx'
import { useAtRest } from '#ui/use-at-rest.ts'
import css from './error-summary.module.css'

type Props = { errors: Errors; message: string | null; ref: Ref<HTMLDivElement> }

/** All errors of a form above it, as links to their fields. Shown after an attempt to continue. */
export function ErrorSummary({ errors, message, ref }: Props) {
  const list = Object.entries(useAtRest(errors))
  if (list.length === 0 && !message) return null
  return (
    <Callout
      tone="error"
      title={
        message ??
        (list.length === 1 ? 'One field needs your attention' : `${list.length} fields need your attention`)
      }
      isAlert
      ref={ref}
    >
      {list.length > 0 && (
        <ul className={css.list}>
          {list.map(([name, words]) => (
            <li key={name}>
              <a
                href={`#${name}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(name)?.focus()
                }}
              >
                {words}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Callout>
  )
}
