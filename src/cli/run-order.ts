import { parseArgs } from 'node:util'
import { type ScanStatus, scanStatuses } from '#contract/rules/shipment-status.ts'
import { ShopError } from '../server/http/errors.ts'
import { approveRefund } from '../server/orders/approve-refund.ts'
import { markReturned } from '../server/orders/mark-returned.ts'
import { payRefund } from '../server/orders/pay-refund.ts'
import { rejectRefund } from '../server/orders/reject-refund.ts'
import { addScan, markDelivered } from '../server/orders/shipping/add-scan.ts'
import { confirmPayment } from '../server/orders/shipping/confirm-payment.ts'
import { packOrder } from '../server/orders/shipping/pack-order.ts'
import { shipOrder } from '../server/orders/shipping/ship-order.ts'
import type { ShippingServices } from '../server/orders/shipping/shipping-services.ts'
import { listOrders, showOrder } from './show-orders.ts'

export type OrderServices = ShippingServices & {
  /** One line of what is said. */
  print(line: string): void
}

type Given = { words: string[]; options: Record<string, string | undefined>; items: string[] }
type Action = {
  usage: string
  about: string
  words: number
  run: (services: OrderServices, given: Given) => Promise<void>
}

/** What a courier tells; that a parcel is handed over is said by `ship`. */
const courierStatuses = scanStatuses.filter((status) => status !== 'shipped')

const actions: Record<string, Action> = {
  list: {
    usage: 'list [--status STATUS]',
    about: 'the newest 50 orders',
    words: 0,
    run: (services, { options }) => listOrders(services, options.status),
  },
  show: {
    usage: 'show ORDER',
    about: 'everything about one order',
    words: 1,
    run: (services, { words: [order_no = ''] }) => showOrder(services, order_no),
  },
  paid: {
    usage: 'paid ORDER',
    about: 'a bank transfer has come',
    words: 1,
    run: (services, { words: [order_no = ''] }) => confirmPayment(services, order_no),
  },
  pack: {
    usage: 'pack ORDER',
    about: 'it is packed',
    words: 1,
    run: (services, { words: [order_no = ''] }) => packOrder(services, order_no),
  },
  ship: {
    usage: 'ship ORDER --courier NAME --waybill NUMBER [--url HTTPS] [--expected DAY] [--item ID:QUANTITY …]',
    about: 'a courier has it: all that is left, or only the named items',
    words: 1,
    async run(services, { words: [order_no = ''], options, items }) {
      const waybill = await shipOrder(services, {
        order_no,
        courier: required(options, 'courier'),
        waybill: required(options, 'waybill'),
        tracking_url: options.url,
        expected_at: options.expected,
        items: items.length > 0 ? items.map(toItem) : undefined,
      })
      services.print(`Parcel ${waybill} of ${order_no} is on its way.`)
    },
  },
  scan: {
    usage: `scan WAYBILL STATUS [--location TOWN] [--remark TEXT] [--at TIME] [--expected DAY]`,
    about: `where it was seen: ${courierStatuses.join(', ')}`,
    words: 2,
    async run(services, { words: [waybill = '', status = ''], options }) {
      if (!isCourierStatus(status)) throw new UsageError(`STATUS is one of ${courierStatuses.join(', ')}`)
      const now = await addScan(services, {
        waybill,
        status,
        location: options.location,
        remark: options.remark,
        at: options.at === undefined ? undefined : toTime(options.at),
        expected_at: options.expected,
      })
      services.print(`Parcel ${waybill}: ${now.replaceAll('_', ' ')}.`)
    },
  },
  deliver: {
    usage: 'deliver WAYBILL [--location TOWN]',
    about: 'it has arrived',
    words: 1,
    run: async (services, { words: [waybill = ''], options }) =>
      void (await markDelivered(services, waybill, options.location)),
  },
  refund: {
    usage: 'refund REFUND approve|reject|returned|paid [--note TEXT]',
    about: 'answers a request to send something back: RF-1001',
    words: 2,
    async run(services, { words: [refund_no = '', step = ''], options }) {
      const move = refundSteps[step]
      if (!move) throw new UsageError(`After the number comes one of ${Object.keys(refundSteps).join(', ')}`)
      await move(services, { refund_no, note: options.note })
    },
  },
}

const refundSteps: Record<string, typeof approveRefund> = {
  approve: approveRefund,
  reject: rejectRefund,
  returned: markReturned,
  paid: payRefund,
}

/**
 * `vitrine order ACTION …`. Returns the exit code: 0 done, 1 refused by the shop (nothing has changed then), 2 not understood.
 */
export async function runOrder(services: OrderServices, argv: readonly string[]): Promise<number> {
  const { print } = services
  const [name = 'help', ...rest] = argv
  const action = actions[name]
  if (!action) {
    if (name !== 'help' && name !== '--help') print(`There is no action "${name}".\n`)
    for (const line of help()) print(line)
    return name === 'help' || name === '--help' ? 0 : 2
  }
  try {
    const given = readArguments(rest)
    if (given.words.length !== action.words) throw new UsageError('')
    await action.run(services, given)
    if (['paid', 'pack', 'deliver', 'refund'].includes(name)) print('Done.')
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      if (error.message) print(error.message)
      print(`Usage: npm run vitrine -- order ${action.usage}`)
      return 2
    }
    if (!(error instanceof ShopError)) throw error
    for (const line of linesOf(error)) print(line)
    return 1
  }
}

const help = () => [
  'Usage: npm run vitrine -- order ACTION\n',
  ...Object.values(actions).flatMap(({ usage, about }) => [`  ${usage}`, `      ${about}`]),
  '\nORDER is a number such as SF-100045. Mail and SMS go out by themselves, once.',
]

class UsageError extends Error {}

function readArguments(argv: readonly string[]): Given {
  const text = { type: 'string' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: {
        status: text,
        courier: text,
        waybill: text,
        url: text,
        expected: text,
        location: text,
        note: text,
        remark: text,
        at: text,
        item: { type: 'string', multiple: true },
      },
      allowPositionals: true,
    })
    const { item = [], ...options } = values
    return { words: positionals, options, items: item }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : '')
  }
}

function required(options: Given['options'], name: string): string {
  const value = options[name]
  if (!value) throw new UsageError(`--${name} is missing`)
  return value
}

function toItem(text: string) {
  const [, id, quantity] = /^(\d+):(\d+)$/.exec(text) ?? []
  if (!id || !quantity)
    throw new UsageError(`--item is ID:QUANTITY, such as 7001:2 (ids: order show). Not: ${text}`)
  return { order_item_id: Number(id), quantity: Number(quantity) }
}

function toTime(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime()) || time.getTime() > Date.now() + 60_000)
    throw new UsageError('--at is a time that has been, such as 2026-11-24T10:30:00Z')
  return time
}

const isCourierStatus = (text: string): text is ScanStatus =>
  (courierStatuses as readonly string[]).includes(text)

/** A refusal as whoever typed the command reads it: fields by the names of their options. */
function linesOf({ message, beside }: ShopError): string[] {
  const errors = beside.errors as Record<string, string[]> | undefined
  if (!errors) return [message]
  const names: Record<string, string> = { tracking_url: 'url', expected_at: 'expected' }
  return Object.entries(errors).map(([field, [first]]) => `--${names[field] ?? field} ${first}`)
}
