import type { PhoneRule } from '#contract/rules/phone.ts'
import { TextField } from '#ui/field.tsx'
import { isBlockedPhoneKey, phoneDigits } from '#ui/phone-input.ts'

type Props = {
  name: string
  label: string
  rule: PhoneRule
  autoComplete: string
  hint?: string
  isNeeded: boolean
  value: string
  error: string | undefined
  onChange: (digits: string) => void
  onLeave: () => void
}

/**
 * A phone number field: the country's code beside it, digits only, limited to the length of the country's
 * numbers. Spec §2, §5.
 */
export function PhoneField({ name, rule, isNeeded, onChange, onLeave, ...field }: Props) {
  return (
    <TextField
      {...field}
      name={name}
      id={name}
      type="text"
      inputMode="numeric"
      prefix={rule.mobile_code}
      isOptional={!isNeeded}
      required={isNeeded}
      onKeyDown={(event) => isBlockedPhoneKey(event) && event.preventDefault()}
      onChange={(event) => onChange(phoneDigits(event.target.value, rule))}
      onBlur={onLeave}
    />
  )
}
