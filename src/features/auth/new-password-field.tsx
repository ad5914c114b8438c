import type { ComponentProps } from 'react'
import * as limits from '#contract/limits.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { useAlive } from '#ui/use-alive.ts'
import { StrengthMeter } from './strength-meter.tsx'

type Props = ComponentProps<typeof PasswordField> & { value: string }

/** A new password: its requirements are shown before it is typed, and its strength while it is typed. */
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
