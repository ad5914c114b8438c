import type { ComponentProps } from 'react'
import { limits } from '#contract/limits.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { useAlive } from '#ui/use-alive.ts'
import { StrengthMeter } from './strength-meter.tsx'

type Props = ComponentProps<typeof PasswordField> & { value: string }

/** A password to be: what it must have is told before it is typed, and how strong it looks meanwhile. */
export function NewPasswordField(field: Props) {
  const isAlive = useAlive()
  return (
    <>
      <PasswordField
        {...field}
        autoComplete="new-password"
        hint={`At least ${limits.passwordMinLength} characters`}
        minLength={limits.passwordMinLength}
        required
      />
      {isAlive && <StrengthMeter password={field.value} />}
    </>
  )
}
