import type { ReactNode } from 'react'
import css from './empty-state.module.css'
import { Icon, type IconName } from './icon.tsx'

type Props = {
  icon: IconName
  title: string
  text: ReactNode
  /** Links to continue. */
  children?: ReactNode
  level?: 'h1' | 'h2'
}

/** An empty list: states the reason and the next step. */
export function EmptyState({ icon, title, text, children, level: Heading = 'h2' }: Props) {
  return (
    <div className={css.empty}>
      <span className={css.mark}>
        <Icon name={icon} size={30} />
      </span>
      <Heading>{title}</Heading>
      <p>{text}</p>
      {children && <div className={css.actions}>{children}</div>}
    </div>
  )
}
