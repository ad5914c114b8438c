import { Icon } from './icon.tsx'
import css from './stepper.module.css'

export type StepShown = {
  name: string
  title: string
  number: number
  isActive: boolean
  isCompleted: boolean
  /** The link of a completed step. */
  href?: string
}

/** Progress through a few steps. Completed steps are links; the entered data is preserved. */
export function Stepper({ steps, label }: { steps: readonly StepShown[]; label: string }) {
  return (
    <nav aria-label={label}>
      <ol className={css.steps}>
        {steps.map(({ name, title, number, isActive, isCompleted, href }) => (
          <li
            key={name}
            className={css.step}
            data-active={isActive}
            data-status={isCompleted ? 'completed' : 'pending'}
            aria-current={isActive ? 'step' : undefined}
          >
            <span className={css.number}>{isCompleted ? <Icon name="check" size={16} /> : number}</span>
            {isCompleted && !isActive && href ? <a href={href}>{title}</a> : <span>{title}</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
