import { loadScreenSlots } from '#client/load-slots.ts'
import type { Address } from '#contract/cart.ts'
import type { Api } from '#contract/client.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { readPostedForm, readPostedOf } from '#contract/read-posted-form.ts'
import type { AddressField } from '#contract/storefront.ts'
import { noticeOf } from '#features/checkout/notices.ts'
import { readCheckout } from '#features/checkout/read-checkout.server.ts'
import { optional, required } from '#pages/reads.ts'
import { defineScreen } from '#pages/screen.ts'

/** The address step. Spec §2 (checkout screens), §4 (address panel). */
export const checkoutAddress = defineScreen({
  visitor: true,
  guard: 'checkout',
  async load(request) {
    const { cart, countryId, fields, settings } = await readCheckout(request)
    const posted = readPostedOf(request, 'checkout-address')
    const countryIds = [
      countryId,
      cart.billing_address?.country_id ?? countryId,
      ...(['shipping', 'billing'] as const).map((part) => Number(posted?.values[`${part}.country_id`])),
    ]
    const isCustomer = cart.customer_id !== null
    const [countries, saved, account, fieldsOf, slots] = await Promise.all([
      required(request.api.settings.countries()),
      isCustomer ? required(request.api.address.all()) : [],
      isCustomer ? required(request.api.account.get()) : null,
      readFields(request.api, countryIds, { [countryId]: fields }),
      loadScreenSlots(request.api, [
        { name: 'checkout.address', props: { cart_session: cart.cart_session } },
        { name: 'cart.value', props: { cart_session: cart.cart_session } },
      ]),
    ])
    const last = isCustomer && saved.length === 0 ? await readLastAddress(request.api) : null
    const wanted = request.url.searchParams.get('address')
    const chosen = saved.find(({ id }) => String(id) === wanted)
    return {
      view: {
        ...slots,
        cart,
        countries,
        countryId,
        // A new address has the plain form, as for a customer without an address book.
        last,
        saved: wanted === 'new' || isOwnAddress(posted) ? [] : saved,
        /** The saved address that a link without JavaScript has chosen. */
        chosen: wanted === 'new' ? ('new' as const) : (chosen ?? null),
        posted,
        account: account && { phone: account.phone, email: account.email },
        fields: fieldsOf,
        isSmsMandatory: settings.order_sms_mandatory,
        isEmailMandatory: settings.order_email_mandatory,
        coupon: readPostedOf(request, 'apply-coupon'),
        notice:
          noticeOf(request.url, { fields, postcode: cart.shipping_address?.postcode }) ??
          readPostedForm(request)?.message ??
          null,
      },
    }
  },
  meta: () => ({ title: 'Address', robots: 'noindex', bodyClass: 'checkout' }),
})

/** Where the customer's last order went, as a new address. */
async function readLastAddress(api: Api): Promise<Address | null> {
  const orders = await optional(api.orders.get({ page: 1 }, { silent: true }), null)
  const address = orders?.data[0]?.shipping_address
  return address ? { ...address, address_id: null } : null
}

/** The address fields of countries by their ids; an id that names none is left out. */
async function readFields(
  api: Api,
  countryIds: readonly number[],
  known: Readonly<Record<number, AddressField[]>>,
): Promise<Record<number, AddressField[]>> {
  const missing = new Set(countryIds.filter((id) => Number.isInteger(id) && id > 0 && !known[id]))
  const read = await Promise.all(
    [...missing].map(async (country) => {
      const fields = await optional(api.settings.addressFields({ country, type: 'Billing' }), null)
      return fields ? [[country, fields] as const] : []
    }),
  )
  return { ...known, ...Object.fromEntries(read.flat()) }
}

/** The posted shipping address was typed, not chosen from the address book. */
const isOwnAddress = (posted: PostedForm | null) =>
  posted !== null &&
  posted.values['shipping.first_name'] !== undefined &&
  !posted.values['shipping.address_id']
