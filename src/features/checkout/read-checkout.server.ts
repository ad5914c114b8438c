import type { Cart } from '#contract/cart.ts'
import type { Api } from '#contract/client.ts'
import type { AddressField } from '#contract/storefront.ts'
import { required } from '#pages/reads.ts'
import type { LoadRequest } from '#pages/screen.ts'

const settingKeys = [
  'enable_guest_checkout',
  'enable_login_at_checkout',
  'order_sms_mandatory',
  'order_email_mandatory',
] as const

export type Checkout = {
  cart: Cart
  settings: Record<(typeof settingKeys)[number], boolean>
  /** Fields of the shipping address's country, or of the shop's own without an address. */
  fields: AddressField[]
  countryId: number
}

const checkouts = new WeakMap<object, Promise<Checkout>>()

/** The data that guard and screen of a checkout step share; cached per request, so it is read once. */
export function readCheckout(request: LoadRequest<Api>): Promise<Checkout> {
  const known = checkouts.get(request)
  if (known) return known
  const reading = read(request.api)
  checkouts.set(request, reading)
  return reading
}

async function read(api: Api): Promise<Checkout> {
  const [cart, settings, storefront] = await Promise.all([
    required(api.cart.get()),
    required(api.settings.get({ keys: [...settingKeys] })),
    required(api.storefront.all()),
  ])
  const countryId = cart.shipping_address?.country_id ?? storefront.channel.country.id
  const fields = await required(api.settings.addressFields({ country: countryId, type: 'Shipping' }))
  return {
    cart,
    countryId,
    fields,
    settings: {
      enable_guest_checkout: settings.enable_guest_checkout ?? false,
      enable_login_at_checkout: settings.enable_login_at_checkout ?? false,
      order_sms_mandatory: settings.order_sms_mandatory ?? false,
      order_email_mandatory: settings.order_email_mandatory ?? false,
    },
  }
}
