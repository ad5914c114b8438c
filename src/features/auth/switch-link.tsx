import type { ReactNode } from 'react'
import css from './auth-form.module.css'

type Props = { href: string; onGo: () => void; children: ReactNode }

/** A link to another form: in place, or to its page without JavaScript and in a new tab. */
export function SwitchLink({ href, onGo, children }: Props) {
  return (
    <a
      className={css.switch}
      href={href}
      data-press="click"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onGo()
      }}
    >
      {children}
    </a>
  )
}
