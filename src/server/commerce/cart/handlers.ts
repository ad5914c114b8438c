import type { Cart, cartEndpoints } from '#contract/cart.ts'
import type { deliveryEndpoints } from '#contract/delivery.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { rejectedCart } from '#server/platform/kernel/errors.ts'
import { type Handlers, say, type WithMessage, withExtra } from '#server/platform/kernel/handlers.ts'
import { requireNewCart } from '#server/platform/limits/new-carts.ts'
import { limitWrongCodes } from '../coupons/limit-wrong-codes.ts'
import { acceptPrices } from './accept-prices.ts'
import { addItem } from './add-item.ts'
import { applyCoupon, removeCoupon } from './apply-coupon.ts'
import { removeItem, updateQuantity } from './change-line.ts'
import { chooseGift } from './choose-gift.ts'
import { choosePayment, chooseShipping } from './choose-method.ts'
import { estimateDelivery } from './estimate-delivery.ts'
import { listCoupons } from './list-coupons.ts'
import { readCustomisation } from './model/customisation.ts'
import { scopeIn } from './move-cart.ts'
import { ageOfShopper, cartCookie } from './store/cart-cookie.ts'
import { readCart } from './store/read-cart.ts'
import type { Write } from './store/write-cart.ts'
import { updateAddress } from './update-address.ts'
import { updateCart } from './update-cart.ts'
import { updateContact } from './update-contact.ts'
import { findAddress, readGateFields } from './validate-address.ts'
import { findStock, messagesOf, validateCart } from './validate-cart.ts'

export const deliveryHandlers: Handlers<typeof deliveryEndpoints> = {
  estimate: async ({ postcode, ...ref }, call) =>
    estimateDelivery(call.db, await scopeIn(call, ref), postcode),
}

/** Cart endpoints: spec §7, decisions §4. Every reply and every refusal contains the whole cart. */
export const cartHandlers: Handlers<typeof cartEndpoints> = {
  get: async (input, call) => readCart(call.db, await scopeIn(call, input)),

  async addItem({ product_id, quantity, additonal_data, confirmed_age, ...ref }, call) {
    const item = {
      variationId: product_id,
      quantity,
      customised: readCustomisation(additonal_data),
      confirmedAge: ageOfShopper(call, confirmed_age),
    }
    const write = {
      ...(await writeOf(call, ref)),
      onNewCart: () => requireNewCart(call.config, call.visitor),
    }
    return renew(call, await addItem(call.db, write, item), 'Added to cart')
  },

  async updateQty({ quantity, item_id, product_id, ...ref }, call) {
    const line = { item_id, product_id }
    return renew(call, await updateQuantity(call.db, await writeOf(call, ref), line, quantity))
  },

  async removeItem({ item_id, product_id, ...ref }, call) {
    const cart = await removeItem(call.db, await writeOf(call, ref), { item_id, product_id })
    return renew(call, cart, 'Removed from cart')
  },

  async updateAddress(input, call) {
    return renew(call, await updateAddress(call.db, await writeOf(call, input), input))
  },

  async updateContact({ phone, email, marketing_opt_in, ...ref }, call) {
    const contact = { phone, email, marketing_opt_in }
    return renew(call, await updateContact(call.db, await writeOf(call, ref), contact))
  },

  async updateShippingMode({ shipping_method, ...ref }, call) {
    return renew(call, await chooseShipping(call.db, await writeOf(call, ref), shipping_method))
  },

  async updatePaymentMode({ payment_method, ...ref }, call) {
    return renew(call, await choosePayment(call.db, await writeOf(call, ref), payment_method))
  },

  async chooseGift({ promotion_id, product_id, ...ref }, call) {
    const choice = { promotionId: promotion_id, variationId: product_id }
    return renew(call, await chooseGift(call.db, await writeOf(call, ref), choice))
  },

  async updateItemsPrice(ref, call) {
    return renew(call, await acceptPrices(call.db, await writeOf(call, ref)), 'Prices updated')
  },

  async update({ instruction, items, ...ref }, call) {
    return renew(call, await updateCart(call.db, await writeOf(call, ref), { instruction, items }))
  },

  couponsGet: async (input, call) => listCoupons(call.db, await scopeIn(call, input)),

  async couponsApply({ code, ...ref }, call) {
    const write = await writeOf(call, ref)
    const asker = { owner: write.scope.owner, ip: call.visitor.ip }
    const { cart, message } = await limitWrongCodes(call.db, asker, () => applyCoupon(call.db, write, code))
    return renew(call, cart, message)
  },

  async couponsRemove(ref, call) {
    return renew(call, await removeCoupon(call.db, await writeOf(call, ref)), 'Coupon removed')
  },

  async validate(input, call) {
    const cart = await readCart(call.db, await scopeIn(call, input))
    const validation = validateCart(cart)
    if (!validation.is_valid)
      throw rejectedCart('CART_INVALID', messagesOf(validation, cart), cart, { validation })
    return withExtra(cart, { validation }, cart.coupon_notice ?? undefined)
  },

  async validateAddress(input, call) {
    const cart = await readCart(call.db, await scopeIn(call, input))
    const { is_valid, serviceable, ...refusal } = findAddress(cart, await readGateFields(call.db, cart))
    const validation = { is_valid, serviceable }
    if ('code' in refusal) throw rejectedCart(refusal.code, refusal.message, cart, { validation })
    return withExtra(cart, { validation })
  },

  async validateStock(input, call) {
    const cart = await readCart(call.db, await scopeIn(call, input))
    const validation = findStock(cart)
    if (!validation.is_stock_valid)
      throw rejectedCart('CART_INVALID', messagesOf(validation, cart), cart, { validation })
    return withExtra(cart, { validation })
  },
}

type WriteRef = { cart_session?: string | null | undefined; version?: number | undefined }

async function writeOf(call: CallContext, ref: WriteRef): Promise<Write> {
  return { scope: await scopeIn(call, ref), version: ref.version }
}

/**
 * The reply to a write. Renews the cookie, because every write extends the cart's lifetime, and reports a
 * coupon that the write invalidated. Decisions §3 (Coupon).
 */
function renew(call: CallContext, cart: Cart, done?: string): Cart | WithMessage<Cart> {
  call.setCookie(cartCookie(cart))
  const messages = [done, cart.coupon_notice].filter(Boolean)
  return messages.length > 0 ? say(messages.join('. '), cart) : cart
}
