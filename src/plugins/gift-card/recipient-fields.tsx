import { useContext, useEffect, useEffectEvent, useState } from 'react'
import type { SlotProps } from '#contract/slots.ts'
import { ADDED_EVENT, BuyFormContext } from '#features/cart/buy-form.ts'
import { TextAreaField, TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './card-box.module.css'

type Props = SlotProps['product.options'] & { data: { today: string } }

const nothing = { email: '', name: '', message: '', send_on: '' }

/** Whom a gift card is sent to: fields of the product's form. They work without JavaScript. */
export function RecipientFields({ data: { today } }: Props) {
  const form = useContext(BuyFormContext)
  const [values, setValues] = useState(nothing)
  const fieldOf = (name: keyof typeof nothing) => ({
    form,
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  })
  const clear = useEffectEvent(() => setValues(nothing))
  useEffect(() => {
    const target = document.getElementById(form)
    const added = () => clear()
    target?.addEventListener(ADDED_EVENT, added)
    return () => target?.removeEventListener(ADDED_EVENT, added)
  }, [form])
  // Enter would press the form's first button.
  const onKeyDown = (event: { key: string; preventDefault: () => void }) =>
    event.key === 'Enter' && event.preventDefault()
  return (
    <fieldset className={css.recipient}>
      <legend>Who is it for?</legend>
      <TextField
        label="E-mail address of the recipient"
        type="email"
        name="additonal_data.recipient_email"
        maxLength={200}
        autoComplete="off"
        required
        hint="The card is sent as soon as it is paid, or on a day that you choose."
        data-missing={values.email.trim() ? undefined : 'Please enter the e-mail address of the recipient'}
        onKeyDown={onKeyDown}
        {...fieldOf('email')}
      />
      <details>
        <summary className={css.fold}>
          Name, message and day of the e-mail <Icon name="chevron-down" size={18} />
        </summary>
        <div className={css.more}>
          <TextField
            label="Name of the recipient"
            isOptional
            name="additonal_data.recipient_name"
            maxLength={100}
            autoComplete="off"
            onKeyDown={onKeyDown}
            {...fieldOf('name')}
          />
          <TextAreaField
            label="Message"
            isOptional
            name="additonal_data.recipient_message"
            rows={2}
            maxLength={500}
            {...fieldOf('message')}
          />
          <TextField
            label="Day of the e-mail"
            isOptional
            type="date"
            name="additonal_data.send_on"
            min={today}
            onKeyDown={onKeyDown}
            {...fieldOf('send_on')}
          />
        </div>
      </details>
    </fieldset>
  )
}
