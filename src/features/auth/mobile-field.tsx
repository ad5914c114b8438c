import { type ReactNode, useEffect } from 'react'
import { useShop } from '#client/shop-context.ts'
import * as limits from '#contract/limits.ts'
import { TextField } from '#ui/field.tsx'
import { isBlockedPhoneKey, phoneDigits } from '#ui/phone-input.ts'
import { useDebounced } from './use-debounced.ts'

type Props = {
  name: string
  value: string
  /** Digits of a complete number; default: the country's. */
  length?: number
  error?: string | undefined
  hint?: ReactNode
  isOptional?: boolean
  onChange: (digits: string) => void
  /** Called when typing pauses or the field is left, to show its error. */
  onSettled: () => void
}

/** A mobile number: the fixed country code and the digits. Spec §2, §5 (mobile input), §9. */
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
      type="text"
      inputMode="numeric"
      autoComplete="tel-national"
      prefix={rule.mobile_code}
      required={!field.isOptional}
      value={value}
      onKeyDown={(event) => isBlockedPhoneKey(event) && event.preventDefault()}
      onChange={({ target }) => onChange(phoneDigits(target.value, rule))}
      onBlur={onSettled}
    />
  )
}
