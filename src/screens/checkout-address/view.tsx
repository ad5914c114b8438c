import { useMemo, useRef, useState } from 'react'
import { api } from '#client/api.ts'
import type { AddressField } from '#contract/storefront.ts'
import { LoginOffer } from '#features/auth/login-offer.tsx'
import { useLoadedCart } from '#features/cart/use-shown-cart.ts'
import { AddressFields } from '#features/checkout/address-fields.tsx'
import { startPanel, titleOf } from '#features/checkout/address-panel.ts'
import { isSame, needsPhone, type Part, valuesOf } from '#features/checkout/address-values.ts'
import { CheckoutFrame } from '#features/checkout/checkout-frame.tsx'
import { ContactFields } from '#features/checkout/contact-fields.tsx'
import { ErrorSummary } from '#features/checkout/error-summary.tsx'
import { useAddressStep } from '#features/checkout/use-address-step.ts'
import { useNotice } from '#features/checkout/use-notice.ts'
import { useRecoveredOrder } from '#features/checkout/use-recovered-order.ts'
import type { ScreenData } from '#pages/screen.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { CheckField } from '#ui/check-field.tsx'
import css from './view.module.css'

type Props = ScreenData<typeof import('./data.ts').checkoutAddress>

export default function CheckoutAddressScreen(props: Props) {
  const { countries, countryId, isSmsMandatory, isEmailMandatory, notice } = props
  const cart = useLoadedCart(props.cart)
  const form = useRef<HTMLFormElement>(null)
  const { fields, fetchFields } = useFields(props.fields)
  const loaded = useMemo(() => valuesOf(props.cart, countryId), [props.cart, countryId])
  const step = useAddressStep({
    cartId: props.cart.id,
    values: loaded,
    demands: { isSmsMandatory, isEmailMandatory, countries, fields },
    form,
  })
  const message = useNotice(notice)
  useRecoveredOrder(props.cart.id)

  // Guests have no saved addresses: the panel is its form.
  const panel = startPanel([])
  const shippingCountry = Number(step.values['shipping.country_id'])
  const phoneCountry = countries.find(({ id }) => id === shippingCountry) ?? countries[0]
  const address = (part: Part, legend: string) => (
    <AddressFields
      part={part}
      legend={legend}
      step={step}
      countries={countries}
      fields={fields[Number(step.values[`${part}.country_id`])] ?? []}
      onCountry={fetchFields}
    />
  )
  return (
    <CheckoutFrame step="address" title="Address" addressTitle={titleOf(panel)} cart={cart}>
      {message && !step.hasTried && <Callout tone="error" title={message} isAlert />}
      {step.hasTried && <ErrorSummary errors={step.errors} message={step.message} ref={step.summary} />}
      <form
        ref={form}
        className={css.form}
        noValidate
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void step.submit()
        }}
      >
        {cart.customer_id === null && <LoginOffer redirect="/checkout/address" />}
        <p className={css.told}>All fields are needed unless they say “optional”.</p>
        {phoneCountry && (
          <ContactFields
            step={step}
            phoneRule={phoneCountry}
            isPhoneNeeded={needsPhone(isSmsMandatory, fields[shippingCountry] ?? [])}
            isEmailNeeded={isEmailMandatory}
          />
        )}
        {address('shipping', 'Shipping address')}
        <CheckField
          label="Billing address is the same"
          name="same_as_shipping"
          value="yes"
          checked={isSame(step.values)}
          onChange={(event) => step.change('same_as_shipping', event.target.checked ? 'yes' : '')}
        />
        {!isSame(step.values) && address('billing', 'Billing address')}
        <div className={css.goOn}>
          <Button type="submit" isWide isBusy={step.isSaving}>
            Proceed to payment
          </Button>
          <a className={css.back} href="/cart">
            Back to cart
          </a>
        </div>
      </form>
    </CheckoutFrame>
  )
}

/** The fields of the countries that were chosen so far; another country's come when it is. */
function useFields(loaded: Readonly<Record<number, AddressField[]>>) {
  const [fields, setFields] = useState(loaded)
  const fetchFields = async (country: number) => {
    if (fields[country]) return
    const reply = await api.settings.addressFields({ country })
    if (reply.status === 'success') setFields((known) => ({ ...known, [country]: reply.data }))
  }
  return { fields, fetchFields: (country: number) => void fetchFields(country) }
}
