import type { PhoneRule } from '#contract/rules/phone.ts'
import { type AddressForm, FieldGroup } from '#features/address/address-fields.tsx'
import { PhoneField } from '#features/address/phone-field.tsx'
import { TextField } from '#ui/field.tsx'

type Props = {
  step: AddressForm
  phoneRule: PhoneRule
  isPhoneNeeded: boolean
  isEmailNeeded: boolean
}

/** The shopper's contact, with the reason why it is required. */
export function ContactFields({ step, phoneRule, isPhoneNeeded, isEmailNeeded }: Props) {
  const { values, errors, change, leave } = step
  return (
    <FieldGroup legend="Contact">
      <PhoneField
        label="Phone"
        name="contact.phone"
        rule={phoneRule}
        autoComplete="shipping tel-national"
        hint="For delivery updates"
        isNeeded={isPhoneNeeded}
        value={values['contact.phone'] ?? ''}
        error={errors['contact.phone']}
        onChange={(digits) => change('contact.phone', digits)}
        onLeave={() => leave('contact.phone')}
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
    </FieldGroup>
  )
}
