import type { AdminEndpoints } from '#contract/admin/endpoints.ts'
import type { DataOf, InputOf } from '#contract/endpoints.ts'
import type { Example } from '#server/platform/kernel/plugin.ts'
import {
  adminOrder,
  adminProduct,
  coupon,
  couponRow,
  couponValues,
  customer,
  customerRow,
  orderBatch,
  orderRow,
  orderView,
  priceList,
  priceListRow,
  priceListValues,
  productBatch,
  productImport,
  productRow,
  productStock,
  productValues,
  promotion,
  promotionPreview,
  promotionRow,
  promotionValues,
  version,
} from './openapi-admin-entities.ts'
import { account, address, cart, order } from './openapi-entities.ts'

/** The groups whose every operation has an example: a missing one is a type error. */
type Documented =
  | 'adminOrders'
  | 'adminProducts'
  | 'adminProductBatches'
  | 'adminProductImports'
  | 'adminCustomers'
  | 'adminPriceLists'
  | 'adminPromotions'
  | 'adminCoupons'

/** What is sent, and the `data` of the reply; of a file, what it is. */
type Pair<E> = { request: InputOf<E>; data: E extends { file: string } ? 'file' : DataOf<E> }

const pageOf = <Row>(row: Row) => ({ data: [row], current_page: 1, last_page: 1, per_page: 25, total: 1 })
const success = (data: unknown) => ({ status: 'success', data })

/** Replies of several operations. */
export const adminReplies = {
  AdminOrder: success(adminOrder),
  AdminCustomer: success(customer),
  AdminProduct: success(adminProduct),
  AdminProductStock: success(productStock),
  AdminProductBatch: success(productBatch),
  AdminProductImport: success(productImport),
} as const
const nameOfReply = new Map<unknown, string>(
  Object.entries(adminReplies).map(([name, { data }]) => [data, name]),
)

const id = order.id
const { refunded: _, ...totals } = order.totals
const ref = { id, version }
const idempotency_key = '0f6d7b1e-6a52-4c0c-8a70-2b1f7a0c9d21'
const session = '6f1d0d4e-2b0a-4a0f-9d0f-0c6a3b1f2a77'
const { first_name, last_name, phone, address_line_1, address_line_2, city, postcode, country_id, state_id } =
  address
const typed = { first_name, last_name, phone, address_line_1, address_line_2, city, postcode, state_id }
const phoneOrder = {
  session,
  items: [{ variation_id: 1042, quantity: 2 }],
  phone,
  email: 'asha@example.com',
  address: { ...typed, country_id },
  shipping_method: 'standard',
  payment_method: 'cod',
}
const returned = [{ item_id: 7001, quantity: 1, reason: 'does_not_fit' as const }]
const found = {
  variation_id: 1043,
  name: 'Oxford Shirt - Blue / L',
  sku: 'OXF-BL-L',
  price: cart.subtotal,
  stock: 9,
  ahead: null,
}

const pairs: { [G in Documented]: { [N in keyof AdminEndpoints[G]]: Pair<AdminEndpoints[G][N]> } } = {
  adminOrders: {
    list: {
      request: { tab: 'to_pack', from: '2026-11-01', per_page: 100, page: 1 },
      data: {
        ...pageOf(orderRow),
        tabs: {
          all: 1,
          to_pack: 1,
          preordered: 0,
          to_ship: 0,
          on_the_way: 0,
          returns: 0,
          to_pay_back: 0,
          unpaid: 0,
          delivered: 0,
          closed: 0,
        },
      },
    },
    filters: {
      request: {},
      data: {
        tags: ['Gift'],
        staff: [{ id: 3, name: 'Ravi Menon', is_assignable: true }],
        orders_with_mentions: 0,
        payment_methods: [{ value: 'cod', label: 'Cash on Delivery' }],
        couriers: ['Blue Dart'],
        product_name: null,
        views: [orderView],
      },
    },
    saveView: {
      request: { name: orderView.name, filter: orderView.filter, is_shared: true },
      data: { views: [orderView] },
    },
    removeView: { request: { id: orderView.id }, data: { views: [] } },
    get: { request: { id }, data: adminOrder },
    bulk: {
      request: { action: 'ship', ids: [4501, 4502], courier: 'Blue Dart', waybills: { 4501: 'BD12345678' } },
      data: orderBatch,
    },
    batch: { request: { id: orderBatch.id }, data: orderBatch },
    export: { request: { from: '2026-11-01', to: '2026-11-30', by: 'item' }, data: 'file' },
    invoice: { request: { id }, data: 'file' },
    creditNote: { request: { id, refund_no: 'RF-100007' }, data: 'file' },
    phoneForm: {
      request: { q: 'oxford', phone, postcode },
      data: {
        tax_classes: ['standard'],
        caller: { source: 'Order SF-100045', values: { first_name, last_name, city } },
        location: { city, state_id },
        country_id,
        fields: [{ column_name: 'city', label: 'Town', is_required: true, options: null }],
        products: [found],
      },
    },
    quote: { request: phoneOrder, data: cart },
    create: {
      request: { ...phoneOrder, idempotency_key, expected_total: 269_820 },
      data: adminOrder,
    },
    sendPaymentLink: { request: { ...ref, days: 3 }, data: adminOrder },
    confirmPayment: { request: ref, data: adminOrder },
    pack: { request: ref, data: adminOrder },
    markReady: { request: ref, data: adminOrder },
    handOver: { request: { ...ref, code: '482913' }, data: adminOrder },
    ship: {
      request: {
        ...ref,
        courier: 'Blue Dart',
        waybill: 'BD12345678',
        tracking_url: 'https://courier.example/BD12345678',
      },
      data: adminOrder,
    },
    correctWaybill: {
      request: { ...ref, waybill: 'BD12345678', new_waybill: 'BD12345679', courier: 'Blue Dart' },
      data: adminOrder,
    },
    scan: {
      request: { ...ref, waybill: 'BD12345678', status: 'in_transit', location: 'Bengaluru' },
      data: adminOrder,
    },
    deliver: { request: { ...ref, waybill: 'BD12345678' }, data: adminOrder },
    cancel: {
      request: { ...ref, items: [{ item_id: 7001, quantity: 1 }], reason: 'out_of_stock', comment: '' },
      data: adminOrder,
    },
    refund: {
      request: { ...ref, refund_no: 'RF-100007', step: 'returned', restocks: true },
      data: adminOrder,
    },
    addReturnPhoto: {
      request: { id },
      data: { image_path: 'refund/2026/11/q3Vd0hJkT8mZ1xYwB5nR7a.c9LpE2sUf4GiKoM6tHvN0b.webp' },
    },
    startReturn: { request: { ...ref, items: returned, note: 'Please use the label' }, data: adminOrder },
    giveBack: {
      request: { ...ref, amount: 10_000, reason: 'late', note: 'Sorry for the delay' },
      data: adminOrder,
    },
    markReviewed: { request: ref, data: adminOrder },
    failedRefund: { request: { ...ref, refund_id: 17, step: 'retry' }, data: adminOrder },
    payBack: {
      request: { ...ref, owed_id: 21, paid_on: '2026-11-24', reference: 'UTR 4711' },
      data: adminOrder,
    },
    payout: { request: { ...ref, payout: { kind: 'upi', upi_id: 'asha@bank' } }, data: adminOrder },
    quoteChange: {
      request: { id, items: [{ item_id: 7001, quantity: 1 }] },
      data: {
        version,
        lines: [
          {
            item_id: 7001,
            name: 'Oxford Shirt - Blue / M',
            sku: 'OXF-BL-M',
            picture: '/media/oxf-blue-1.webp',
            price: { amount: 149_900, currency: 'INR' },
            quantity: 2,
            shipped: 0,
          },
        ],
        added: [],
        totals,
        difference: { amount: -134_910, currency: 'INR' },
        settlement: 'none',
        kept: { discounts: [], gifts: [] },
        shipping_method: 'standard',
        shipping_methods: cart.shipping_methods,
        is_different: true,
      },
    },
    change: {
      request: { ...ref, items: [{ item_id: 7001, quantity: 1 }], idempotency_key, expected_total: 134_910 },
      data: adminOrder,
    },
    withdrawChange: { request: ref, data: adminOrder },
    quoteExchange: {
      request: { id, session, returned, items: [{ variation_id: 1043, quantity: 1 }] },
      data: {
        version,
        lines: [
          {
            item_id: 7001,
            name: 'Oxford Shirt - Blue / M',
            sku: 'OXF-BL-M',
            quantity: 2,
            paid: order.grand_total,
            others: [found],
          },
        ],
        credit: { amount: 134_910, currency: 'INR' },
        cart: null,
        difference: { amount: 0, currency: 'INR' },
      },
    },
    exchange: {
      request: {
        ...ref,
        session,
        returned,
        items: [{ variation_id: 1043, quantity: 1 }],
        idempotency_key,
        expected_total: 134_910,
      },
      data: adminOrder,
    },
    addNote: { request: { id, text: 'Wrap as a gift' }, data: adminOrder },
    seeMentions: { request: { id }, data: adminOrder },
    tag: { request: { id, add: ['Gift'], remove: [] }, data: adminOrder },
    assign: { request: { id, staff_id: 3, from_id: null }, data: adminOrder },
    organize: {
      request: { ids: [4501, 4502], add: ['Gift'], remove: [], staff_id: 3 },
      data: { changed: 2 },
    },
    changeAddress: { request: { ...ref, ...typed }, data: adminOrder },
    resend: { request: { id, message_id: 91 }, data: adminOrder },
    demoCourier: { request: { is_on: false }, data: { is_on: false } },
  },
  adminProducts: {
    list: { request: { q: 'OXF-BL-M', stock: 'low', page: 1 }, data: pageOf(productRow) },
    get: { request: { id: 210 }, data: adminProduct },
    create: {
      request: { values: { ...productValues, variations: [{ selling_price: 149_900, sku: 'OXF-BL-M' }] } },
      data: adminProduct,
    },
    update: { request: adminProduct, data: adminProduct },
    remove: { request: { id: 210, version }, data: { id: 210 } },
    options: {
      request: {},
      data: {
        brands: [{ id: 7, name: 'Northway' }],
        categories: [{ id: 12, name: 'Shirts', depth: 1 }],
        labels: [{ id: 1, name: 'New' }],
        collections: [{ id: 2, name: 'Summer' }],
        tags: ['Linen'],
        attributes: [
          {
            id: 3,
            label: 'Size',
            is_variable: true,
            display: 'button',
            values: [{ id: 31, label: 'M', color: null }],
          },
        ],
        tax_classes: ['standard'],
        locations: [],
      },
    },
    names: {
      request: { ids: '210' },
      data: [{ id: 210, name: 'Oxford Shirt', image_path: '/media/oxf-blue-1.webp' }],
    },
    stock: { request: { id: 210 }, data: productStock },
    adjustStock: {
      request: {
        id: 210,
        changes: [{ variation_id: 1042, by: 12 }],
        reason: 'received',
        note: 'Delivery 4711',
      },
      data: productStock,
    },
    setStockRules: {
      request: { id: 210, variation_ids: [1042], rules: { safety_stock: 2, sold_ahead: null } },
      data: productStock,
    },
    duplicate: { request: { id: 210 }, data: { id: 211 } },
    preview: {
      request: { id: 210 },
      data: {
        url: '/product/kitchen-cloth?preview=210.1795982400.3Yw0mJ0cG6d8mS1pVbq7mK2n4R9t5xA1zE8uQ0hLwJk',
      },
    },
    setPublished: { request: { id: 210, is_published: true }, data: { id: 210, is_published: true } },
    setArchived: { request: { id: 210, is_archived: true }, data: { id: 210, is_archived: true } },
    uploadImage: {
      request: { alt: 'Blue oxford shirt' },
      data: { path: '/media/oxf-blue-1.webp', width: 1200, height: 1500 },
    },
    export: { request: { ids: '1,2' }, data: 'file' },
  },
  adminProductBatches: {
    create: {
      request: { action: { type: 'price', percent: 5, rounding: 'whole' }, ids: [210, 211] },
      data: productBatch,
    },
    get: { request: { id: productBatch.id }, data: productBatch },
    refused: { request: { id: productBatch.id }, data: 'file' },
    undo: { request: { id: productBatch.id }, data: productBatch },
  },
  adminProductImports: {
    upload: { request: { file_name: 'products.csv' }, data: productImport },
    get: { request: { id: productImport.id }, data: productImport },
    refused: { request: { id: productImport.id }, data: 'file' },
    apply: { request: { id: productImport.id }, data: productImport },
  },
  adminCustomers: {
    list: { request: { q: 'asha', kind: 'guest', page: 1 }, data: pageOf(customerRow) },
    get: { request: { id: 88 }, data: customer },
    create: {
      request: { first_name, last_name, email: 'asha@example.com', phone },
      data: customer,
    },
    edit: {
      request: { id: 88, version, first_name, last_name, email: 'asha@example.com', phone },
      data: customer,
    },
    choices: {
      request: {},
      data: {
        tags: ['Wholesale'],
        groups: [{ id: 2, name: 'Trade', customers: 12 }],
        segments: [{ id: 4, version, name: 'Bought a mug', filter: { product: '310' } }],
        product_name: null,
      },
    },
    organize: {
      request: { ids: [88], add: ['Wholesale'], remove: [], add_groups: ['Trade'], remove_groups: [] },
      data: { changed: 1 },
    },
    export: { request: { tag: 'Wholesale' }, data: 'file' },
    addNote: { request: { id: 88, text: 'Calls before deliveries' }, data: customer },
    duplicates: {
      request: { id: 88 },
      data: [
        {
          id: 97,
          name: 'Asha Rao',
          email: null,
          phone: '9876543210',
          is_guest: true,
          orders: 2,
          why: 'phone',
        },
      ],
    },
    merge: {
      request: { id: 97, version, into_id: 88, into_version: version, choice: { name: 'into' } },
      data: customer,
    },
    block: { request: { id: 88 }, data: customer },
    unblock: { request: { id: 88 }, data: customer },
    endSessions: { request: { id: 88 }, data: customer },
    sendReset: { request: { id: 88 }, data: {} },
    exportData: {
      request: { id: 88 },
      data: {
        exported_at: '2026-11-28T10:00:00Z',
        profile: account,
        addresses: [],
        orders: [order],
        reviews: [],
        consents: [],
        access_log: [],
        stored_value: [],
        form_submissions: [],
        custom_fields: [],
        plugins: {},
      },
    },
    erase: { request: { id: 88, confirm: 'asha@example.com' }, data: { id: 88 } },
  },
  adminPromotions: {
    list: { request: { state: 'active', page: 1 }, data: pageOf(promotionRow) },
    get: { request: { id: 4 }, data: promotion },
    create: { request: { values: promotionValues }, data: promotion },
    update: { request: promotion, data: promotion },
    remove: { request: { id: 4, version }, data: { id: 4 } },
    export: { request: {}, data: 'file' },
    import: {
      request: {},
      data: {
        added: 12,
        changed: 3,
        refused: [{ line: 9, name: 'Any 3 mugs', reason: 'values.code: taken' }],
      },
    },
    preview: {
      request: { values: promotionValues, items: [{ product_id: 1001, quantity: 3 }] },
      data: promotionPreview,
    },
  },
  adminPriceLists: {
    list: { request: { state: 'scheduled', page: 1 }, data: pageOf(priceListRow) },
    get: { request: { id: 6 }, data: priceList },
    create: { request: { values: priceListValues }, data: priceList },
    update: { request: priceList, data: priceList },
    remove: { request: { id: 6, version }, data: { id: 6 } },
    export: { request: { id: 6 }, data: 'file' },
    goods: {
      request: { channel: 'india', skus: ['MUG-MOON'] },
      data: {
        currency: 'INR',
        goods: [
          {
            variation_id: 1001,
            product_id: 501,
            sku: 'MUG-MOON',
            name: 'Moon Mug',
            price: 39_900,
            max_quantity: 20,
          },
        ],
      },
    },
  },
  adminCoupons: {
    list: { request: { state: 'active', page: 1 }, data: pageOf(couponRow) },
    get: { request: { id: 9 }, data: coupon },
    create: { request: { values: couponValues }, data: coupon },
    update: { request: coupon, data: coupon },
    remove: { request: { id: 9, version }, data: { id: 9 } },
    codes: { request: { id: 9 }, data: { parent: null, total: 100, used: 3 } },
    createCodes: {
      request: { id: 9, prefix: 'NEW', count: 100 },
      data: { parent: null, total: 100, used: 3 },
    },
    exportCodes: { request: { id: 9 }, data: 'file' },
  },
}

/** Of the calls of orders, products, stock, customers and coupons, by operation id. */
export const adminExamples: Readonly<Record<string, Example>> = Object.fromEntries(
  Object.entries(pairs).flatMap(([group, ofGroup]) =>
    Object.entries<{ request: object; data: unknown }>(ofGroup).map(([name, { request, data }]) => [
      `${group}.${name}`,
      { request: { ...request }, ...(data !== 'file' && { reply: nameOfReply.get(data) ?? success(data) }) },
    ]),
  ),
)
