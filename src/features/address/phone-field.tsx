import type { PhoneRule } from '#contract/rules/phone.ts'
import { TextField } from '#ui/field.tsx'
import { blockedPhoneKeys, phoneTyped } from './phone-typed.ts'

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

/** A phone number: the country's code beside it, digits only in it, at most as many as the country's numbers have. Spec §2, §5. */
export function PhoneField({ name, rule, isNeeded, onChange, onLeave, ...field }: Props) {
  return (
    <TextField
      {...field}
      name={name}
      id={name}
      type="tel"
      inputMode="numeric"
      prefix={rule.mobile_code}
      isOptional={!isNeeded}
      required={isNeeded}
      onKeyDown={(event) => {
        const isCommand = event.ctrlKey || event.metaKey || event.altKey
        if (!isCommand && blockedPhoneKeys.includes(event.key)) event.preventDefault()
      }}
      onChange={(event) => onChange(phoneTyped(event.target.value, rule))}
      onBlur={onLeave}
    />
  )
}
