import { type ComponentType, useState } from 'react'
import { useShop } from '#client/shop-context.ts'
import { Slot } from '#client/slot.tsx'
import { formatMoney, type Money } from '#contract/money.ts'
import { formAction } from '#contract/posted-form.ts'
import { isPaidFirst } from '#contract/rules/payment-methods.ts'
import { isWithoutDelivery } from '#contract/rules/product-kind.ts'
import { giftsOfCart } from '#contract/rules/promotions/named-discounts.ts'
import { AgeBox } from '#features/cart/age-box.tsx'
import { useLoadedCart } from '#features/cart/use-shown-cart.ts'
import { BeforeOrder } from '#features/checkout/before-order.tsx'
import { ChangedLines } from '#features/checkout/changed-lines.tsx'
import { CheckoutFrame } from '#features/checkout/checkout-frame.tsx'
import { DeliveryReview } from '#features/checkout/delivery-review.tsx'
import { useNotice } from '#features/checkout/notices.ts'
import { UntilOrdered } from '#features/checkout/ordered-elsewhere.tsx'
import { PaymentMethods } from '#features/checkout/payment-methods.tsx'
import { PaymentProcessing } from '#features/checkout/payment-processing.tsx'
import { useRecoveredOrder } from '#features/checkout/place-order.ts'
import { ShippingMethods } from '#features/checkout/shipping-methods.tsx'
import { TermsField } from '#features/checkout/terms-field.tsx'
import { usePaymentStep } from '#features/checkout/use-payment-step.ts'
import type { ScreenData } from '#pages/screen.ts'
import { Button } from '#ui/button.tsx'
import { Callout } from '#ui/callout.tsx'
import { TextAreaField } from '#ui/field.tsx'
import { useLocale } from '#ui/locale.ts'
import { HiddenFields } from '#ui/post-form.tsx'
import css from './view.module.css'

type Props = ScreenData<typeof import('./data.ts').checkoutPayment>

export default function CheckoutPaymentScreen(props: Props) {
  return (
    <UntilOrdered cart={props.cart}>
      <PaymentStep {...props} />
    </UntilOrdered>
  )
}

function PaymentStep({
  cart: loaded,
  today,
  notice,
  needsTerms,
  instructionHint,
  beforeOrder,
  withdrawalDays,
  coupon,
  posted,
  orderKey,
  unconfirmedAge,
}: Props) {
  const cart = useLoadedCart(loaded)
  const { storefront } = useShop()
  const locale = useLocale()
  const due = cart.stored_value?.due ?? cart.grand_total
  const isUnsent = isWithoutDelivery(cart)
  const message = useNotice(notice)
  const step = usePaymentStep(cart, { needsTerms, posted })
  useRecoveredOrder(loaded.id)
  const terms = useTermsDialog(storefront.termsandconditions_page?.slug ?? null)

  return (
    <CheckoutFrame step="payment" title="Payment" cart={cart} coupon={coupon}>
      {message && !step.problem && <Callout tone="error" title={message} isAlert />}
      <ChangedLines cart={cart} ref={step.changes} />
      {step.problem && !step.problem.field && (
        <Callout tone="error" title={step.problem.message} isAlert ref={step.notice} />
      )}
      <form
        className={css.form}
        noValidate
        method="post"
        action={formAction('place-order')}
        onSubmit={(event) => {
          event.preventDefault()
          void step.submit()
        }}
      >
        <HiddenFields
          fields={{
            version: cart.version,
            idempotency_key: orderKey,
            expected_total: cart.grand_total.amount,
            expected_due: cart.stored_value?.due.amount,
            expected_gifts: giftsOfCart(cart.items),
            accept_prices: step.isRepriced && !step.isShort ? 'true' : undefined,
          }}
        />
        <DeliveryReview
          cart={cart}
          mobileCode={cart.shipping_address?.mobile_code ?? storefront.channel.country.mobile_code}
        />
        {!isUnsent && (
          <ShippingMethods
            cart={cart}
            today={today}
            chosen={step.shippingMethod}
            error={step.errorAt('shipping_method')}
            onChoose={step.chooseShipping}
            ref={step.shippingGroup}
          />
        )}
        <PaymentMethods
          cart={cart}
          chosen={step.paymentMethod}
          error={step.errorAt('payment_method')}
          onChoose={step.choosePayment}
          ref={step.paymentGroup}
        />
        {cart.cart_payment_methods.some(({ code }) => isPaidFirst(code)) && (
          <noscript>
            <p className="note">Online payment needs JavaScript, which is off in your browser.</p>
          </noscript>
        )}
        <Slot name="checkout.payment" props={{ cart_session: cart.cart_session }} />
        <TextAreaField
          label={isUnsent ? 'Note to the shop' : 'Delivery instructions'}
          isOptional
          name="instruction"
          rows={2}
          maxLength={500}
          hint={(!isUnsent && instructionHint) || undefined}
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
        <AgeBox age={unconfirmedAge} />
        {(beforeOrder || withdrawalDays > 0) && (
          <BeforeOrder cart={cart} notice={beforeOrder?.guarantee_notice ?? null} days={withdrawalDays} />
        )}
        {/* What the law wants above the button is read before it can be pressed. */}
        <div className={css.order} data-place={beforeOrder ? 'end' : undefined}>
          <Button type="submit" isWide isBusy={step.isPlacing}>
            {beforeOrder?.order_button ?? `${orderLabel(step, due)} ${formatMoney(due, locale)}`}
          </Button>
          <p className={css.note}>
            {cart.tax_included && cart.tax_total.amount > 0 ? 'Including all taxes. ' : ''}You can still
            change everything above.
          </p>
        </div>
      </form>
      {terms.dialog}
      {step.isPaying && <PaymentProcessing opened={step.opened} />}
    </CheckoutFrame>
  )
}

/** The order button's text before the total. */
function orderLabel(
  {
    isRepriced,
    isShort,
    paymentMethod,
  }: Pick<ReturnType<typeof usePaymentStep>, 'isRepriced' | 'isShort' | 'paymentMethod'>,
  due: Money,
) {
  if (isRepriced && !isShort) return 'Order at the new total ·'
  return paymentMethod && isPaidFirst(paymentMethod) && due.amount > 0 ? 'Pay' : 'Place order ·'
}

type TermsDialog = ComponentType<{ slug: string; onClose: () => void }>

/** Loads the dialog's code on demand; if that fails, the terms page opens instead. */
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
