import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { cartEvent } from '#client/event-items.ts'
import { emit } from '#client/events.ts'
import { Slot } from '#client/slot.tsx'
import { formAction } from '#contract/posted-form.ts'
import { isWithoutDelivery } from '#contract/rules/product-kind.ts'
import { type Part, partOf } from '#features/address/address-values.ts'
import { useCountryFields } from '#features/address/use-country-fields.ts'
import { LoginOffer } from '#features/auth/login-offer.tsx'
import { useLoadedCart } from '#features/cart/use-shown-cart.ts'
import { titleOf } from '#features/checkout/address-panel.ts'
import { CheckoutFrame } from '#features/checkout/checkout-frame.tsx'
import { ContactFields } from '#features/checkout/contact-fields.tsx'
import { ErrorSummary } from '#features/checkout/error-summary.tsx'
import { useNotice } from '#features/checkout/notices.ts'
import { UntilOrdered } from '#features/checkout/ordered-elsewhere.tsx'
import { PartAddress } from '#features/checkout/part-address.tsx'
import { useRecoveredOrder } from '#features/checkout/place-order.ts'
import { isSame, needsPhone, valuesOf } from '#features/checkout/step-values.ts'
import { useAddressPanels } from '#features/checkout/use-address-panels.ts'
import { useAddressStep } from '#features/checkout/use-address-step.ts'
import type { ScreenData } from '#pages/screen.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { CheckField } from '#ui/check-field.tsx'
import { HiddenFields } from '#ui/post-form.tsx'
import css from './view.module.css'

type Props = ScreenData<typeof import('./data.ts').checkoutAddress>

export default function CheckoutAddressScreen(props: Props) {
  return (
    <UntilOrdered cart={props.cart}>
      <AddressStep {...props} />
    </UntilOrdered>
  )
}

function AddressStep(props: Props) {
  const {
    last,
    countries,
    countryId,
    isSmsMandatory,
    isEmailMandatory,
    notice,
    saved,
    account,
    chosen,
    posted,
  } = props
  const cart = useLoadedCart(props.cart)
  const form = useRef<HTMLFormElement>(null)
  const { fields, fetchFields } = useCountryFields(props.fields)
  const loaded = useMemo(
    () => ({
      ...valuesOf(props.cart, countryId, { saved, last, account }),
      ...(chosen && partOf('shipping', chosen === 'new' ? null : chosen, countryId)),
      ...(posted && { same_as_shipping: '', save_address: '', ...posted.values }),
    }),
    [props.cart, countryId, saved, last, account, chosen, posted],
  )
  const step = useAddressStep({
    cartId: props.cart.id,
    posted,
    values: loaded,
    demands: { isSmsMandatory, isEmailMandatory, countries, fields },
    form,
  })
  const message = useNotice(notice)
  useRecoveredOrder(props.cart.id)
  const emitBegin = useEffectEvent(() => emit({ name: 'begin_checkout', ...cartEvent(cart) }))
  useEffect(() => emitBegin(), [])

  const book = useAddressPanels(saved)
  const parts: Part[] = isSame(step.values) ? ['shipping'] : ['shipping', 'billing']
  const isUnsent = isWithoutDelivery(cart)
  const shippingCountry = Number(step.values['shipping.country_id'])
  const phoneCountry = countries.find(({ id }) => id === shippingCountry) ?? countries[0]
  const address = (part: Part, legend: string) => (
    <PartAddress
      part={part}
      legend={legend}
      step={step}
      countries={countries}
      countryId={countryId}
      fields={fields}
      onCountry={fetchFields}
      {...book.of(part)}
    />
  )
  return (
    <CheckoutFrame
      step="address"
      title="Address"
      addressTitle={titleOf(book.panels.shipping)}
      cart={cart}
      coupon={props.coupon}
    >
      {message && !step.hasTried && <Callout tone="error" title={message} isAlert />}
      {step.hasTried && <ErrorSummary errors={step.errors} message={step.message} ref={step.summary} />}
      <form
        ref={form}
        className={css.form}
        noValidate
        method="post"
        action={formAction('checkout-address')}
        onSubmit={(event) => {
          event.preventDefault()
          void step.submit()
        }}
      >
        {cart.customer_id === null && <LoginOffer redirect="/checkout/address" />}
        <p className={css.hint}>All fields are required unless marked optional.</p>
        {phoneCountry && (
          <ContactFields
            step={step}
            phoneRule={phoneCountry}
            isPhoneNeeded={needsPhone(isSmsMandatory, fields[shippingCountry] ?? [])}
            isEmailNeeded={isEmailMandatory}
          />
        )}
        {address('shipping', isUnsent ? 'Billing address' : 'Shipping address')}
        {account && saved.length === 0 && (
          <CheckField
            label="Save this address for next time"
            name="save_address"
            value="yes"
            checked={step.values.save_address === 'yes'}
            onChange={(event) => step.change('save_address', event.target.checked ? 'yes' : '')}
          />
        )}
        <SameAddress step={step} isUnsent={isUnsent} />
        {isSame(step.values) ? (
          <noscript>
            <p className="note">For another billing address, clear the box and press the button.</p>
          </noscript>
        ) : (
          address('billing', 'Billing address')
        )}
        <Slot name="checkout.address" props={{ cart_session: cart.cart_session }} />
        <div className={css.goOn} hidden={book.isChoosing(parts)}>
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

/** Without a delivery there is one address, that of the buyer. */
function SameAddress({ step, isUnsent }: { step: ReturnType<typeof useAddressStep>; isUnsent: boolean }) {
  if (isUnsent) return <HiddenFields fields={{ same_as_shipping: 'yes' }} />
  return (
    <CheckField
      label="Billing address is the same"
      name="same_as_shipping"
      value="yes"
      checked={isSame(step.values)}
      onChange={(event) => step.change('same_as_shipping', event.target.checked ? 'yes' : '')}
    />
  )
}
