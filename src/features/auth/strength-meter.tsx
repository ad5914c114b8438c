import * as limits from '#contract/limits.ts'
import { passwordStrength } from '#contract/rules/password-strength.ts'
import css from './strength-meter.module.css'
import { useDebounced } from './use-debounced.ts'

const words = ['', 'Weak', 'Medium', 'Strong'] as const

/** Password strength in three steps, announced when typing pauses. Advice only. Spec §4, §5, §9. */
export function StrengthMeter({ password }: { password: string }) {
  const score = passwordStrength(useDebounced(password, limits.strengthDebounce))
  return (
    <div className={css.meter} data-score={score}>
      <div className={css.bars} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
      <p className={css.words} role="status">
        {score > 0 && (
          <>
            <span className="visually-hidden">Password strength: </span>
            {words[score]}
          </>
        )}
      </p>
    </div>
  )
}
