import type { Api } from '#contract/client.ts'
import { orThrow } from '#contract/envelope.ts'
import type { AddressField } from '#contract/storefront.ts'
import { noticeOf } from '#features/checkout/notices.ts'
import { readCheckout } from '#features/checkout/read-checkout.server.ts'
import { defineScreen } from '#pages/screen.ts'

/** The address step. Spec §2 (checkout screens), §4 (address panel). */
export const checkoutAddress = defineScreen({
  visitor: true,
  guard: 'checkout',
  async load(request) {
    const { cart, countryId, fields, settings } = await readCheckout(request)
    const billingCountryId = cart.billing_address?.country_id ?? countryId
    const isCustomer = cart.customer_id !== null
    const [countries, saved, account, billingFields] = await Promise.all([
      request.api.settings.countries().then(orThrow),
      isCustomer ? request.api.address.all().then(orThrow) : [],
      isCustomer ? request.api.account.get().then(orThrow) : null,
      billingCountryId === countryId ? fields : readFields(request.api, billingCountryId),
    ])
    return {
      cart,
      countries,
      countryId,
      saved,
      account: account && { phone: account.phone, email: account.email },
      fields: { [countryId]: fields, [billingCountryId]: billingFields } as Record<number, AddressField[]>,
      isSmsMandatory: settings.order_sms_mandatory,
      isEmailMandatory: settings.order_email_mandatory,
      notice: noticeOf(request.url, { fields, postcode: cart.shipping_address?.postcode }),
    }
  },
  meta: () => ({ title: 'Address', robots: 'noindex', bodyClass: 'checkout' }),
})

const readFields = async (api: Api, country: number) =>
  orThrow(await api.settings.addressFields({ country, type: 'Billing' }))
