import type { ProductStock } from '#contract/admin/catalog/product-actions.ts'
import type { ProductBatch } from '#contract/admin/catalog/product-batches.ts'
import type { ProductImport } from '#contract/admin/catalog/product-imports.ts'
import type { ProductRow, ProductValues } from '#contract/admin/catalog/products.ts'
import type { CustomerDetail, CustomerRow } from '#contract/admin/customers/customers.ts'
import type { CouponRow, CouponValues } from '#contract/admin/marketing/coupons.ts'
import type { PriceListRow, PriceListValues } from '#contract/admin/marketing/price-lists.ts'
import type { PromotionPreview, PromotionRow, PromotionValues } from '#contract/admin/marketing/promotions.ts'
import type { OrderBatch, OrderDetail, OrderRow, OrderView } from '#contract/admin/orders.ts'
import { address, order } from './openapi-entities.ts'

/** The records in the examples of the back office's document: the order and the product are those of the shop's examples. */
export const version = 'b3f1c9d27a60e415'
const inr = (amount: number) => ({ amount, currency: 'INR' })
const at = '2026-11-18T10:00:00Z'
const member = { id: 3, name: 'Ravi Menon' }
const refunds: OrderDetail['refundable'] = { amount: inr(269_820), delivery: inr(0), to: ['original'] }
const { token: _, ...shown } = order

export const orderRow: OrderRow = {
  id: order.id,
  order_no: order.order_no,
  status: order.status,
  status_label: order.status_label,
  is_partly_shipped: false,
  owed: null,
  is_owed_earlier: false,
  payment_status: order.payment_status,
  payment_method: order.payment_method.name,
  needs_review: false,
  customer: 'Asha Rao',
  city: address.city,
  units: 2,
  pictures: ['/media/oxf-blue-1.webp'],
  products: ['Oxford Shirt - Blue / M'],
  couriers: [],
  tags: ['Gift'],
  assigned_to: member,
  risks: [],
  grand_total: order.grand_total,
  placed_at: order.placed_at,
}

export const adminOrder: OrderDetail = {
  ...shown,
  version,
  review_reason: null,
  customer_id: 88,
  notes: [{ id: 12, at, author: 'Ravi Menon', text: 'Wrap as a gift', mentions: [] }],
  tags: ['Gift'],
  assigned_to: member,
  risks: [],
  discount_reason: '',
  replaces: null,
  replaced_by: [],
  exchange_for: null,
  exchanged_by: null,
  payments: [],
  failed_refunds: [],
  blocked_cards: [],
  messages: [
    {
      id: 91,
      kind: 'order_placed',
      channel: 'mail',
      recipient: 'asha@example.com',
      at,
      sent_at: at,
      failed_at: null,
    },
  ],
  log: [],
  other_orders: [],
  payment_link: null,
  locations: [],
  item_locations: [],
  left_to_ship: [
    {
      order_item_id: 7001,
      name: 'Oxford Shirt - Blue / M',
      barcode: '8901234567890',
      quantity: 2,
      ahead: null,
      price: inr(149_900),
      discount: inr(29_980),
      tax: inr(28_909),
      total: inr(269_820),
    },
  ],
  payout_details: null,
  documents: { credit_notes: [] },
  actions: ['pack', 'ship', 'cancel', 'changeAddress', 'change'],
  bookings: [],
  refundable: refunds,
}

export const orderView: OrderView = {
  id: 4,
  name: 'Gifts to pack',
  filter: { tab: 'to_pack', tag: 'Gift' },
  is_shared: true,
}

export const orderBatch: OrderBatch = {
  id: 57,
  action: 'ship',
  created_at: at,
  is_finished: true,
  results: [
    { id: 4501, order_no: 'SF-100045', is_done: true, code: null, message: '' },
    {
      id: 4502,
      order_no: 'SF-100046',
      is_done: true,
      code: 'ORDER_STATE',
      message: 'This order is cancelled',
    },
  ],
}

export const productRow: ProductRow = {
  id: 210,
  name: 'Oxford Shirt',
  slug: 'oxford-shirt',
  image_path: '/media/oxf-blue-1.webp',
  sku: 'OXF-BL-M',
  variations: 1,
  stock: 14,
  sold_out: 0,
  low: 0,
  price_from: inr(149_900),
  price_to: inr(149_900),
  is_published: true,
  publish_at: null,
  unpublish_at: null,
  archived_at: null,
  brand: 'Northway',
  category: 'Shirts',
}

export const productValues: ProductValues = {
  name: 'Oxford Shirt',
  slug: 'oxford-shirt',
  short_description: 'Washed cotton, button-down collar.',
  description_html: '<p>A shirt of washed cotton.</p>',
  video: '',
  brand_id: 7,
  category_id: 12,
  tags: ['Linen'],
  labels: [1],
  properties: [],
  related: [],
  specifications: [{ label: 'Material', value: 'Cotton' }],
  customisation: null,
  is_published: true,
  published_at: '2026-11-01T09:00:00Z',
  publish_at: null,
  unpublish_at: null,
  archived_at: null,
  is_free: false,
  min_quantity: 1,
  max_quantity: 10,
  quantity_step: 1,
  display_unit: 'pc',
  return_days: 7,
  withdrawal_exclusion: '',
  kind: 'goods',
  tax_class: 'standard',
  hsn_code: '6205',
  meta_title: null,
  meta_description: null,
  variations: [
    {
      id: 1042,
      sku: 'OXF-BL-M',
      options: [41, 31],
      selling_price: 149_900,
      mrp: 199_900,
      cost: 70_000,
      is_published: true,
      is_default: true,
      tracks_stock: true,
      initial_stock: null,
      weight_g: 260,
      barcode: '8901234567890',
      content: null,
    },
  ],
  images: [{ path: '/media/oxf-blue-1.webp', alt: 'Blue oxford shirt', options: [41], focal_point: null }],
}

export const adminProduct = { id: 210, version, values: productValues }

export const productStock: ProductStock = {
  variations: [
    {
      id: 1042,
      sku: 'OXF-BL-M',
      title: 'Blue / M',
      stock: 24,
      pieces: 26,
      safety_stock: 2,
      sold_ahead: null,
      waiting: [],
      tracks_stock: true,
      levels: [
        { location_id: 1, quantity: 20 },
        { location_id: 2, quantity: 6 },
      ],
    },
  ],
  locations: [
    { id: 1, name: 'Main location' },
    { id: 2, name: 'Pune shop' },
  ],
  changes: [
    {
      id: 301,
      at,
      actor: 'owner@shop.example (key ERP)',
      sku: 'OXF-BL-M',
      stock_before: 8,
      stock_after: 20,
      reason: 'received',
      note: 'Delivery 4711',
      location: 'Main location',
    },
  ],
}

export const productBatch: ProductBatch = {
  id: 18,
  title: 'Price +5 %',
  actor: 'owner@shop.example (key ERP)',
  created_at: at,
  finished_at: at,
  total: 2,
  done: 2,
  refused: 0,
  can_undo: true,
  refusals: [],
}

export const productImport: ProductImport = {
  id: 6,
  file_name: 'products.csv',
  state: 'checked',
  created_at: at,
  rows_read: 1,
  rows_total: 1,
  report: {
    dialect: 'Shopify',
    refused_rows: 0,
    warnings: 0,
    products: { created: 0, updated: 1, unchanged: 0, refused: 0 },
    variations_created: 0,
    images_added: 0,
    ignored_columns: [],
  },
  problems: [],
  has_file: true,
  price_batch: null,
  error: null,
}

export const customerRow: CustomerRow = {
  id: 88,
  name: 'Asha Rao',
  email: 'asha@example.com',
  phone: '9876543210',
  is_blocked: false,
  is_guest: true,
  orders: 1,
  total: inr(269_820),
  last_order_at: at,
  tags: ['Wholesale'],
  groups: ['Trade'],
  marketing: null,
  created_at: at,
}

export const customer: CustomerDetail = {
  id: 88,
  version,
  first_name: 'Asha',
  last_name: 'Rao',
  email: 'asha@example.com',
  email_verified_at: null,
  phone: '9876543210',
  phone_verified_at: at,
  has_password: false,
  is_blocked: false,
  is_guest: true,
  created_at: at,
  total: inr(269_820),
  order_count: 1,
  orders: [
    {
      id: order.id,
      order_no: order.order_no,
      status: order.status,
      status_label: order.status_label,
      grand_total: order.grand_total,
      placed_at: order.placed_at,
    },
  ],
  addresses: [{ id: 31, is_default: true, lines: ['12 MG Road', '560001 Bengaluru', 'Karnataka, India'] }],
  marketing: null,
  sessions: [],
  notes: [{ id: 5, at, author: 'Ravi Menon', text: 'Calls before deliveries' }],
  tags: ['Wholesale'],
  groups: ['Trade'],
  timeline: [{ at, kind: 'order', what: 'placed', text: order.order_no, author: '', order_id: order.id }],
}

export const couponRow: CouponRow = {
  id: 9,
  code: 'WELCOME10',
  title: '10% off your first order',
  type: 'percentage',
  value: 10,
  currency: 'INR',
  used_count: 3,
  usage_limit: null,
  starts_at: at,
  ends_at: '2027-11-18T10:00:00Z',
  state: 'active',
  parent_code: null,
}

export const couponValues: CouponValues = {
  code: 'WELCOME10',
  title: '10% off your first order',
  channel: 'india',
  discount: { type: 'percentage', percent: 10, at_most: null },
  min_order: 0,
  is_first_order_only: true,
  usage_limit: null,
  usage_limit_per_customer: 1,
  is_for_everything: true,
  products: [],
  categories: [],
  starts_at: at,
  ends_at: '2027-11-18T10:00:00Z',
  is_active: true,
  is_listed: true,
}
export const coupon = { id: 9, version, values: couponValues }

export const priceListRow: PriceListRow = {
  ...{ id: 6, name: 'Diwali sale', channel: 'India', customer_group: null, prices: 2 },
  ...{ starts_at: '2026-11-20T18:30:00.000Z', ends_at: '2026-11-24T18:30:00.000Z', state: 'scheduled' },
}

export const priceListValues: PriceListValues = {
  ...{ name: 'Diwali sale', channel: 'india', customer_group: null, is_active: true },
  ...{ starts_at: '2026-11-20T18:30:00.000Z', ends_at: '2026-11-24T18:30:00.000Z' },
  items: [
    { variation_id: 1001, min_quantity: 1, price: 34_900 },
    { variation_id: 1001, min_quantity: 10, price: 31_900 },
  ],
}
export const priceList = { id: 6, version, values: priceListValues }

export const promotionRow: PromotionRow = {
  id: 4,
  name: 'Any 3 mugs for ₹999',
  code: null,
  summary: 'Any 3 for ₹999 on chosen goods',
  currency: 'INR',
  orders: 41,
  discount: 820_000,
  revenue: 6_150_000,
  starts_at: '2026-11-20T18:30:00.000Z',
  ends_at: null,
  state: 'active',
}

const mugs: PromotionValues['goods'] = {
  is_for_everything: false,
  ...{
    products: [],
    categories: [12],
    collections: [],
    brands: [],
    labels: [],
    tags: [],
    attribute_values: [],
  },
  sale: 'any',
  ...{ except_products: [], except_categories: [] },
}

export const promotionValues: PromotionValues = {
  name: 'Any 3 mugs for ₹999',
  code: '',
  channel: 'india',
  effect: { type: 'bundle', count: 3, price: 99_900, most: null },
  goods: mugs,
  minimum: { amount: 0, quantity: 0, of: 'scope' },
  shoppers: {
    ...{ is_first_order_only: false, is_signed_in_only: false },
    ...{ groups: [], segments: [], countries: [], payment_methods: [], weekdays: [] },
  },
  combines_with: ['product', 'shipping'],
  on_return: 're_evaluate',
  badge: 'Any 3 for ₹999',
  priority: 0,
  ...{ usage_limit: null, usage_limit_per_customer: null, usage_limit_per_day: null, budget: null },
  starts_at: '2026-11-20T18:30:00.000Z',
  ends_at: null,
  is_active: true,
}
export const promotion = { id: 4, version, values: promotionValues }

export const promotionPreview: PromotionPreview = {
  summary: 'Any 3 for ₹999 on chosen goods',
  currency: 'INR',
  lines: [
    {
      name: 'Moon Mug',
      quantity: 3,
      unit_price: 39_900,
      adjustments: [{ name: 'Any 3 mugs for ₹999', amount: 19_800 }],
    },
  ],
  subtotal: 119_700,
  adjustments: [{ name: 'Any 3 mugs for ₹999', amount: 19_800 }],
  messages: [],
  conflicts: [],
}
