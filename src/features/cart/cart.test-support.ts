import type { Cart, CartItem } from '#contract/cart.ts'
import { money } from '#contract/money.ts'

const inr = (amount: number) => money(amount, 'INR')

/** A cart line as sent by the server: two pieces of ₹500, five in stock. */
export function buildCartItem(change: Partial<CartItem> = {}): CartItem {
  const quantity = change.quantity ?? 2
  const unit_price = change.unit_price ?? inr(50_000)
  return {
    id: 1,
    product_id: 10,
    product: {
      id: 10,
      name: 'Moon Vase - Oat',
      slug: 'moon-vase',
      brand: null,
      category: null,
      channel: { sku: 'MV-OAT', selling_price: unit_price, mrp: unit_price, discount_percent: 0 },
      is_published: true,
      base_image: null,
      hover_image: null,
      social_sharing_image: null,
      meta: { meta_title: '', meta_description: '' },
      url: '/product/moon-vase',
      availability: 'in_stock',
      available_quantity: 5,
      labels: [],
      rating: null,
      has_variations: true,
      has_price_range: false,
      is_customisable: false,
      swatches: [],
    },
    quantity,
    quantity_in_display_unit: quantity,
    display_unit: 'pc',
    options: [{ label: 'Colour', value: 'Oat' }],
    unit_price,
    previous_unit_price: null,
    line_discount: inr(0),
    line_tax: inr(0),
    line_total: inr(unit_price.amount * quantity),
    in_stock: true,
    available_quantity: 5,
    max_quantity: 10,
    min_quantity: 1,
    quantity_step: 1,
    additonal_data: null,
    ...change,
  }
}

/** An open guest cart with these lines, and no address or methods. */
export function buildCart(items: CartItem[] = [buildCartItem()], change: Partial<Cart> = {}): Cart {
  const subtotal = items.reduce((total, { line_total }) => total + line_total.amount, 0)
  return {
    id: 501,
    session_id: 's',
    cart_session: 's',
    api_cart: true,
    version: 1,
    customer_id: null,
    phone: null,
    email: null,
    currency: 'INR',
    items,
    total_quantity: items.reduce((total, { quantity }) => total + quantity, 0),
    coupon: null,
    coupon_notice: null,
    subtotal: inr(subtotal),
    discount_total: inr(0),
    shipping_total: inr(0),
    tax_total: inr(0),
    payment_fee: inr(0),
    shipping_tax: inr(0),
    payment_fee_tax: inr(0),
    tax_included: true,
    grand_total: inr(subtotal),
    shipping_address: null,
    billing_address: null,
    billing_same_as_shipping: true,
    shipping_method: null,
    shipping_methods: [],
    cart_payment_method: null,
    cart_payment_methods: [],
    instruction: null,
    expires_at: null,
    updated_at: null,
    ...change,
  }
}
