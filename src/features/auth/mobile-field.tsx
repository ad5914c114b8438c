import { type ReactNode, useEffect } from 'react'
import { useShop } from '#client/shop-context.ts'
import { limits } from '#contract/limits.ts'
import { blockedPhoneKeys, phoneTyped } from '#features/address/phone-typed.ts'
import { TextField } from '#ui/field.tsx'
import { leavesToSend } from './use-auth-form.ts'
import { useDebounced } from './use-debounced.ts'

type Props = {
  name: string
  value: string
  /** Digits of a whole number; without it the country's. */
  length?: number
  error?: string | undefined
  hint?: ReactNode
  isOptional?: boolean
  onChange: (digits: string) => void
  /** Typing has paused, or the field was left: a good moment to say what is wrong. */
  onSettled: () => void
}

/** A mobile number: the country's code, which cannot be edited by accident, and the digits. Spec §2, §5 (mobile input), §9. */
export function MobileField({ length, value, onChange, onSettled, ...field }: Props) {
  const { country } = useShop().storefront.channel
  const rule = { ...country, mobile_number_length: length ?? country.mobile_number_length }
  const settled = useDebounced(value, limits.phoneDebounce)
  const isSettled = settled === value && value !== ''
  useEffect(() => {
    if (isSettled) onSettled()
  }, [isSettled, settled])

  return (
    <TextField
      {...field}
      label="Mobile number"
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      prefix={rule.mobile_code}
      required={!field.isOptional}
      value={value}
      onKeyDown={(event) => {
        const isCommand = event.ctrlKey || event.metaKey || event.altKey
        if (!isCommand && blockedPhoneKeys.includes(event.key)) event.preventDefault()
      }}
      onChange={({ target }) => onChange(phoneTyped(target.value, rule))}
      onBlur={(event) => {
        if (!leavesToSend(event)) onSettled()
      }}
    />
  )
}
