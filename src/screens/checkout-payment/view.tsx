import { useShop } from '#client/shop-context.ts'
import { formatMoney } from '#contract/money.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { CartProblemNotes } from '#features/cart/cart-problem-notes.tsx'
import { useLoadedCart } from '#features/cart/use-shown-cart.ts'
import { CheckoutFrame } from '#features/checkout/checkout-frame.tsx'
import { DeliveryReview } from '#features/checkout/delivery-review.tsx'
import { PaymentMethods } from '#features/checkout/payment-methods.tsx'
import { PaymentProcessing } from '#features/checkout/payment-processing.tsx'
import { ShippingMethods } from '#features/checkout/shipping-methods.tsx'
import { TermsField } from '#features/checkout/terms-field.tsx'
import { useNotice } from '#features/checkout/use-notice.ts'
import { usePaymentStep } from '#features/checkout/use-payment-step.ts'
import { useRecoveredOrder } from '#features/checkout/use-recovered-order.ts'
import type { ScreenData } from '#pages/screen.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { useLocale } from '#ui/locale.ts'
import css from './view.module.css'

type Props = ScreenData<typeof import('./data.ts').checkoutPayment>

export default function CheckoutPaymentScreen({ cart: loaded, today, notice }: Props) {
  const cart = useLoadedCart(loaded)
  const { settings, storefront } = useShop()
  const locale = useLocale()
  const message = useNotice(notice)
  const needsTerms = settings.allow_tnc_checkout === true
  const step = usePaymentStep(cart, { needsTerms })
  useRecoveredOrder(loaded.id)

  return (
    <CheckoutFrame step="payment" title="Payment" cart={cart}>
      {message && !step.problem && <Callout tone="error" title={message} isAlert />}
      <CartProblemNotes cart={cart} ref={step.changes} />
      {step.problem && !step.problem.field && (
        <Callout tone="error" title={step.problem.message} isAlert ref={step.notice} />
      )}
      <form
        className={css.form}
        noValidate
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          void step.submit()
        }}
      >
        <DeliveryReview cart={cart} mobileCode={storefront.channel.country.mobile_code} />
        <ShippingMethods
          cart={cart}
          today={today}
          chosen={step.shippingMethod}
          error={step.errorAt('shipping_method')}
          onChoose={step.chooseShipping}
          ref={step.shippingGroup}
        />
        <PaymentMethods
          cart={cart}
          chosen={step.paymentMethod}
          error={step.errorAt('payment_method')}
          onChoose={step.choosePayment}
          ref={step.paymentGroup}
        />
        <TextAreaField
          label="Delivery instructions"
          isOptional
          name="instruction"
          rows={2}
          maxLength={500}
          hint={settings.checkout_instruction || undefined}
          value={step.instruction}
          onChange={(event) => step.setInstruction(event.target.value)}
        />
        {needsTerms && (
          <TermsField
            isAccepted={step.hasAcceptedTerms}
            error={step.errorAt('accept_tnc')}
            slug={storefront.termsandconditions_page?.slug ?? null}
            onChange={step.acceptTerms}
            ref={step.terms}
          />
        )}
        <div className={css.order}>
          <Button type="submit" isWide isBusy={step.isPlacing}>
            {step.paymentMethod && isPaidFirst(step.paymentMethod)
              ? `Pay ${formatMoney(cart.grand_total, locale)}`
              : `Place order · ${formatMoney(cart.grand_total, locale)}`}
          </Button>
          <p className={css.note}>
            {cart.tax_included ? 'Including all taxes. ' : ''}You can still change everything above.
          </p>
        </div>
      </form>
      {step.isPaying && <PaymentProcessing />}
    </CheckoutFrame>
  )
}
