import type { PhoneRule } from '#contract/rules/phone.ts'
import { TextField } from '#ui/field.tsx'
import css from './form-section.module.css'
import { blockedPhoneKeys, phoneTyped } from './phone-typed.ts'
import type { AddressStep } from './use-address-step.ts'

type Props = {
  step: AddressStep
  phoneRule: PhoneRule
  isPhoneNeeded: boolean
  isEmailNeeded: boolean
}

/** How to reach the shopper, and why that is asked. */
export function ContactFields({ step, phoneRule, isPhoneNeeded, isEmailNeeded }: Props) {
  const { values, errors, change, leave } = step
  return (
    <fieldset className={css.section}>
      <legend>Contact</legend>
      <div className={css.grid}>
        <TextField
          label="Phone"
          name="contact.phone"
          id="contact.phone"
          type="tel"
          inputMode="numeric"
          autoComplete="shipping tel-national"
          prefix={phoneRule.mobile_code}
          hint="For delivery updates"
          isOptional={!isPhoneNeeded}
          required={isPhoneNeeded}
          value={values['contact.phone'] ?? ''}
          error={errors['contact.phone']}
          onKeyDown={(event) => {
            const isCommand = event.ctrlKey || event.metaKey || event.altKey
            if (!isCommand && blockedPhoneKeys.includes(event.key)) event.preventDefault()
          }}
          onChange={(event) => change('contact.phone', phoneTyped(event.target.value, phoneRule))}
          onBlur={() => leave('contact.phone')}
        />
        <TextField
          label="Email"
          name="contact.email"
          id="contact.email"
          type="email"
          autoComplete="shipping email"
          hint="For your order confirmation"
          isOptional={!isEmailNeeded}
          required={isEmailNeeded}
          maxLength={120}
          value={values['contact.email'] ?? ''}
          error={errors['contact.email']}
          onChange={(event) => change('contact.email', event.target.value)}
          onBlur={() => leave('contact.email')}
        />
      </div>
    </fieldset>
  )
}
