import type { Order } from '#contract/checkout.ts'
import type { MailLook } from '#server/platform/notify/mail-look.ts'
import type { OrderFacts } from './order-placed.ts'

/** An address of the shop in the place of the order's tracking page. */
export const sampleUrl = (look: Pick<MailLook, 'storeUrl'>) => `${look.storeUrl}/track-order`

export const sampleAddress = {
  first_name: 'Asha',
  last_name: 'Rao',
  address_line_1: '14 Lake View Road',
  address_line_2: '',
  city: 'Bengaluru',
  postcode: '560001',
  state_name: 'Karnataka',
  country_name: 'India',
  phone: '9876543210',
}

/** What the order confirmation needs of an order, for its preview. */
export const sampleOrderFacts = (look: MailLook): OrderFacts =>
  ({
    id: 0,
    order_no: 'KL-100042',
    placed_at: new Date('2026-11-22T10:00:00Z'),
    order: {
      subtotal: 338_000,
      discount_total: 0,
      shipping_total: 0,
      payment_fee: 0,
      tax_total: 36_214,
      is_tax_included: true,
      grand_total: 338_000,
      coupon_code: null,
      shipping_method_name: 'Standard delivery',
      eta_min_days: 3,
      eta_max_days: 5,
      payment_method: 'cod',
      payment_method_name: 'Cash on delivery',
      instruction: '',
    },
    items: [
      {
        name: 'Moon Vase (White)',
        quantity: 2,
        total: 338_000,
        discount: 0,
        adjustments: null,
        image_path: null,
        customisation: null,
      },
    ],
    due: 338_000,
    credits: [],
    cart: { shipping_address: sampleAddress },
    channel: { currency: 'INR', locale: 'en-IN', withdrawal_days: 0 },
    look,
    url: sampleUrl(look),
    blocks: [],
  }) as unknown as OrderFacts

/** What the mails of a shipment and a payment need of an order, for their previews. */
export const sampleOrder = {
  id: 0,
  order_no: 'KL-100042',
  status: 'placed',
  payment_status: 'pending',
  payment_method: { code: 'cod', name: 'Cash on delivery' },
  grand_total: { amount: 338_000, currency: 'INR' },
  productchannel: [
    {
      id: 1,
      name: 'Moon Vase (White)',
      quantity: 2,
      price: { amount: 169_000, currency: 'INR' },
      image: null,
      additonal_data: null,
      status: 'shipped',
    },
  ],
  shipping_address: sampleAddress,
  exchange: null,
  pickup: null,
  invoices: [],
  shipments: [
    {
      waybill: 'KL2026112201',
      courier: 'BlueDart',
      expected_at: '2026-11-25',
      items: [{ order_item_id: 1, quantity: 2 }],
    },
  ],
} as unknown as Order
