import { loadScreenSlots } from '#client/load-slots.ts'
import { readPostedForm, readPostedOf } from '#contract/read-posted-form.ts'
import { ageCookieName, confirmedAge } from '#contract/rules/confirmed-age.ts'
import { dayOf } from '#contract/rules/delivery-dates.ts'
import { noticeOf } from '#features/checkout/notices.ts'
import { readCheckout } from '#features/checkout/read-checkout.server.ts'
import { required } from '#pages/reads.ts'
import { defineScreen } from '#pages/screen.ts'

/** The payment step. Spec §2 (checkout screens), §5 (checkout gate). */
export const checkoutPayment = defineScreen({
  visitor: true,
  guard: 'checkout',
  async load(request) {
    const [{ cart }, storefront, settings] = await Promise.all([
      readCheckout(request),
      required(request.api.storefront.all()),
      required(request.api.settings.get({ keys: ['allow_tnc_checkout', 'checkout_instruction'] })),
    ])
    const least = cart.min_age ?? 0
    return {
      view: {
        ...(await loadScreenSlots(request.api, [
          { name: 'checkout.payment', props: { cart_session: cart.cart_session } },
          { name: 'cart.value', props: { cart_session: cart.cart_session } },
        ])),
        cart,
        /** Delivery dates are calculated from this date; it is sent by the server, so that both sides render the same. */
        today: dayOf(new Date(), storefront.channel.locale),
        notice: noticeOf(request.url) ?? readPostedForm(request)?.message ?? null,
        coupon: readPostedOf(request, 'apply-coupon'),
        posted: readPostedOf(request, 'place-order'),
        /** Of the order that this page places without JavaScript: a repeated post places no second one. */
        orderKey: String(crypto.randomUUID()),
        /** What the law of the channel's country wants above the order button. */
        beforeOrder: storefront.before_order ?? null,
        withdrawalDays: storefront.channel.withdrawal_days ?? 0,
        /** The age to confirm with the order; 0 where it is confirmed. */
        unconfirmedAge: least > confirmedAge(request.cookies[ageCookieName]) ? least : 0,
        needsTerms: settings.allow_tnc_checkout === true,
        instructionHint: settings.checkout_instruction,
      },
    }
  },
  meta: () => ({ title: 'Payment', robots: 'noindex', bodyClass: 'checkout' }),
})
