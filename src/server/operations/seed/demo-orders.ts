import type { RefundReason } from '#contract/rules/order-reasons.ts'
import type { OrderState } from '#contract/rules/order-status.ts'
import type { ScanStatus } from '#contract/rules/shipment-status.ts'

/** The demo shop's customer. The README publishes the password, so that visitors can log in. */
export const demoCustomer = {
  first_name: 'Demo',
  last_name: 'Shopper',
  email: 'demo@kilnandloom.example',
  phone: '9000000001',
  password: 'try-the-kiln',
}

export type DemoParcel = {
  waybill: string
  /** Indexes of the order's items in the parcel; all when omitted. */
  lines?: number[]
  scans: [status: ScanStatus, hoursAgo: number, location: string, remark?: string][]
  /** Days from today; the originally promised date is in `promised`. */
  expected: number
  promised?: number
}

export type DemoOrder = {
  /** By product slug; its first variation. */
  lines: [slug: string, quantity: number][]
  payment: 'cod' | 'test_gateway' | 'bank_transfer'
  /** Every state of the order with the hours since it was reached. The last one is the current state. */
  history: [status: OrderState, hoursAgo: number][]
  parcels?: DemoParcel[]
  refund?: DemoRefund
}

/** The refund of state `refund_requested`, for all items, with the shop's note. */
export type DemoRefund = { reason: RefundReason; comment: string; note?: string }

const day = 24
const deliveredHistory = (daysAgo: number): DemoOrder['history'] => [
  ['placed', daysAgo * day],
  ['packed', daysAgo * day - 6],
  ['shipped', daysAgo * day - 20],
  ['out_for_delivery', daysAgo * day - 68],
  ['delivered', daysAgo * day - 74],
]
const parcelOf = (waybill: string, daysAgo: number): DemoParcel => ({
  waybill,
  expected: -daysAgo + 4,
  scans: [
    ['shipped', daysAgo * day - 20, '', 'Handed to the courier'],
    ['picked_up', daysAgo * day - 24, 'Pune'],
    ['in_transit', daysAgo * day - 44, 'Belagavi', 'Left the sorting centre'],
    ['out_for_delivery', daysAgo * day - 68, 'Bengaluru'],
    ['delivered', daysAgo * day - 74, 'Bengaluru', 'Handed over'],
  ],
})

/** An order in every state, oldest first. */
export const demoOrders: DemoOrder[] = [
  {
    lines: [['moon-vase', 2]],
    payment: 'test_gateway',
    history: [
      ...deliveredHistory(40),
      ['refund_requested', 34 * day],
      ['refund_approved', 33 * day],
      ['returned', 28 * day],
      ['refunded', 27 * day],
    ],
    parcels: [parcelOf('KLT10000001', 40)],
    refund: { reason: 'not_as_described', comment: 'The glaze is darker than in the picture' },
  },
  {
    lines: [['everyday-speckled-mug', 2]],
    payment: 'cod',
    history: [...deliveredHistory(30), ['refund_requested', 25 * day], ['refund_rejected', 24 * day]],
    parcels: [parcelOf('KLT10000002', 30)],
    refund: {
      reason: 'changed_mind',
      comment: '',
      note: 'The mugs have been used, so we cannot take them back.',
    },
  },
  {
    lines: [['tide-line-cushion', 2]],
    payment: 'cod',
    history: [
      ...deliveredHistory(20),
      ['refund_requested', 15 * day],
      ['refund_approved', 14 * day],
      ['returned', 9 * day],
    ],
    parcels: [parcelOf('KLT10000003', 20)],
    refund: { reason: 'does_not_fit', comment: 'Too large for my chairs' },
  },
  {
    lines: [['banyan-fan-mug', 1]],
    payment: 'cod',
    history: [...deliveredHistory(14), ['refund_requested', 9 * day], ['refund_approved', 8 * day]],
    parcels: [parcelOf('KLT10000004', 14)],
    refund: {
      reason: 'damaged',
      comment: 'The handle came chipped',
      note: 'Please keep the mug packed. Our courier collects it in the morning, between 10 and 12.',
    },
  },
  {
    lines: [['milk-jug', 1]],
    payment: 'cod',
    history: [...deliveredHistory(10), ['refund_requested', 2 * day]],
    parcels: [parcelOf('KLT10000005', 10)],
    refund: { reason: 'damaged', comment: 'There is a crack at the spout' },
  },
  {
    lines: [
      ['nesting-bowls-set-of-3', 1],
      ['everyday-speckled-mug', 2],
    ],
    payment: 'test_gateway',
    history: deliveredHistory(6),
    parcels: [parcelOf('KLT10000006', 6)],
  },
  {
    lines: [['ikat-cushion', 1]],
    payment: 'bank_transfer',
    history: [
      ['placed', 5 * day],
      ['cancelled', 4 * day],
    ],
  },
  {
    lines: [['herringbone-wool-throw', 1]],
    payment: 'test_gateway',
    history: [
      ['placed', 3 * day],
      ['packed', 66],
      ['shipped', 52],
      ['out_for_delivery', 3],
    ],
    parcels: [
      {
        waybill: 'KLT10000007',
        expected: 0,
        scans: [
          ['shipped', 52, '', 'Handed to the courier'],
          ['picked_up', 48, 'Pune'],
          ['in_transit', 26, 'Belagavi', 'Left the sorting centre'],
          ['in_transit', 9, 'Bengaluru', 'Arrived in town'],
          ['out_for_delivery', 3, 'Bengaluru', 'On its way to you'],
        ],
      },
    ],
  },
  {
    lines: [
      ['moon-vase', 1],
      ['tide-line-cushion', 2],
    ],
    payment: 'test_gateway',
    history: [
      ['placed', 4 * day],
      ['packed', 90],
      ['shipped', 74],
    ],
    parcels: [
      {
        waybill: 'KLT10000008',
        lines: [0],
        expected: 1,
        promised: -1,
        scans: [
          ['shipped', 74, '', 'Handed to the courier'],
          ['picked_up', 70, 'Pune'],
          ['in_transit', 50, 'Kolhapur', 'Left the sorting centre'],
          ['delayed', 20, 'Belagavi', 'Heavy rain on the road to Belagavi'],
        ],
      },
      {
        waybill: 'KLT10000009',
        lines: [1],
        expected: 0,
        scans: [
          ['shipped', 60, '', 'Handed to the courier'],
          ['picked_up', 56, 'Pune'],
          ['in_transit', 22, 'Bengaluru', 'Arrived in town'],
        ],
      },
    ],
  },
  {
    lines: [
      ['milk-jug', 1],
      ['banyan-fan-mug', 2],
    ],
    payment: 'cod',
    history: [
      ['placed', 30],
      ['packed', 5],
    ],
  },
  {
    lines: [['nesting-bowls-set-of-3', 1]],
    payment: 'test_gateway',
    history: [['placed', 4]],
  },
  {
    lines: [['ikat-cushion', 2]],
    payment: 'test_gateway',
    history: [
      ['pending_payment', 2],
      ['payment_failed', 1],
    ],
  },
  {
    lines: [['everyday-speckled-mug', 1]],
    payment: 'test_gateway',
    history: [['pending_payment', 0.1]],
  },
]
