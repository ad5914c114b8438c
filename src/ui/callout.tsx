import type { ReactNode, Ref } from 'react'
import css from './callout.module.css'
import { Icon, type IconName } from './icon.tsx'

type Tone = 'info' | 'success' | 'warning' | 'error'

const icons: Record<Tone, IconName> = { info: 'alert', success: 'check', warning: 'alert', error: 'alert' }

type Props = {
  tone: Tone
  title?: string
  children?: ReactNode
  /** What the shopper can do about it. */
  action?: ReactNode
  /** Announced at once by screen readers when it appears. */
  isAlert?: boolean
  /** Lets a script move the focus here. */
  ref?: Ref<HTMLDivElement>
}

/** A message that stays in the page, next to its subject. */
export function Callout({ tone, title, children, action, isAlert, ref }: Props) {
  return (
    <div
      ref={ref}
      className={css.callout}
      data-tone={tone}
      role={isAlert ? 'alert' : undefined}
      tabIndex={ref ? -1 : undefined}
    >
      <Icon name={icons[tone]} />
      <div className={css.words}>
        {title && <p className={css.title}>{title}</p>}
        {children}
      </div>
      {action && <div className={css.action}>{action}</div>}
    </div>
  )
}
