import { type ComponentType, useState } from 'react'
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

export default function CheckoutPaymentScreen({
  cart: loaded,
  today,
  notice,
  needsTerms,
  instructionHint,
}: Props) {
  const cart = useLoadedCart(loaded)
  const { storefront } = useShop()
  const locale = useLocale()
  const message = useNotice(notice)
  const step = usePaymentStep(cart, { needsTerms })
  useRecoveredOrder(loaded.id)
  const terms = useTermsDialog(storefront.termsandconditions_page?.slug ?? null)

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
          hint={instructionHint || undefined}
          value={step.instruction}
          onChange={(event) => step.setInstruction(event.target.value)}
        />
        {needsTerms && (
          <TermsField
            isAccepted={step.hasAcceptedTerms}
            error={step.errorAt('accept_tnc')}
            slug={terms.slug}
            onOpen={terms.open}
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
      {terms.dialog}
      {step.isPaying && <PaymentProcessing opened={step.opened} />}
    </CheckoutFrame>
  )
}

type TermsDialog = ComponentType<{ slug: string; onClose: () => void }>

/** The dialog's code comes when it is wanted; where it cannot be had, the terms' own page opens. */
function useTermsDialog(slug: string | null) {
  const [View, setView] = useState<TermsDialog | null>(null)
  async function open() {
    try {
      const { default: view } = await import('./terms-dialog.tsx')
      setView(() => view)
    } catch {
      window.open(`/${slug}`, '_blank', 'noopener')
    }
  }
  const dialog = View && slug && <View slug={slug} onClose={() => setView(null)} />
  return { slug, dialog, open: () => void open() }
}
