import { useEffect, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { passwordStrength } from '#contract/rules/password-strength.ts'
import css from './strength-meter.module.css'

const names = ['', 'Weak', 'Medium', 'Strong'] as const

/** How strong a password looks, in words and colour, a moment after the last key. Advice only. Spec §4, §9. */
export function StrengthMeter({ password }: { password: string }) {
  const [score, setScore] = useState(passwordStrength(password))
  useEffect(() => {
    const timer = setTimeout(() => setScore(passwordStrength(password)), limits.strengthDebounce)
    return () => clearTimeout(timer)
  }, [password])
  return (
    <div className={css.meter} data-score={score}>
      <span className={css.bars} aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      <span role="status">{score > 0 && <>Password strength: {names[score]}</>}</span>
    </div>
  )
}
