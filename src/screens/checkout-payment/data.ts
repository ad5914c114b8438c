import { orThrow } from '#contract/envelope.ts'
import { dayOf } from '#features/checkout/delivery-dates.ts'
import { noticeOf } from '#features/checkout/notices.ts'
import { readCheckout } from '#features/checkout/read-checkout.server.ts'
import { defineScreen } from '#pages/screen.ts'

/** The payment step. Spec §2 (checkout screens), §5 (checkout gate). */
export const checkoutPayment = defineScreen({
  visitor: true,
  guard: 'checkout',
  async load(request) {
    const [{ cart }, storefront, settings] = await Promise.all([
      readCheckout(request),
      request.api.storefront.all().then(orThrow),
      request.api.settings.get({ keys: ['allow_tnc_checkout', 'checkout_instruction'] }).then(orThrow),
    ])
    return {
      cart,
      /** Delivery dates count from here: told by the server, so that both sides write the same. */
      today: dayOf(new Date(), storefront.channel.locale),
      notice: noticeOf(request.url),
      needsTerms: settings.allow_tnc_checkout === true,
      instructionHint: settings.checkout_instruction,
    }
  },
  meta: () => ({ title: 'Payment', robots: 'noindex', bodyClass: 'checkout' }),
})
