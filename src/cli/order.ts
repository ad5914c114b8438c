import { parseArgs } from 'node:util'
import { ownValue } from '#contract/rules/own-value.ts'
import { type ScanStatus, scanStatuses } from '#contract/rules/shipment-status.ts'
import { actOnOrder, requireOrderId } from '#server/admin/act-on-order.ts'
import { approveRefund } from '#server/commerce/orders/decide-refund.ts'
import { markReturned } from '#server/commerce/orders/mark-returned.ts'
import type { ShippingServices } from '#server/commerce/orders/model/shipping-services.ts'
import { payBack } from '#server/commerce/orders/owed-refunds.ts'
import { addScan, markDelivered } from '#server/commerce/orders/shipping/add-scan.ts'
import { confirmPayment } from '#server/commerce/orders/shipping/confirm-payment.ts'
import { requireOrder } from '#server/commerce/orders/shipping/order-moves.ts'
import { packOrder } from '#server/commerce/orders/shipping/pack-order.ts'
import { shipOrder } from '#server/commerce/orders/shipping/ship-order.ts'
import { declineReturn, payReturn } from '#server/commerce/payments/settle-exchange.ts'
import { commandLineActor } from '#server/platform/audit/audit-log.ts'
import type { Config } from '#server/platform/config/config.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import { openPlugins } from './open-plugins.ts'
import { say } from './print.ts'
import { listOrders, showOrder } from './show-orders.ts'
import { withShop } from './with-database.ts'

export type OrderServices = ShippingServices & {
  /** Prints one line. */
  print(line: string): void
}

type Given = {
  positionals: string[]
  options: Record<string, string | undefined>
  items: string[]
  isForced: boolean
}
type Action = {
  usage: string
  about: string
  positionals: number
  run: (services: OrderServices, given: Given) => Promise<void>
}

/** The scan statuses that a courier reports; the handover of a parcel is the action `ship`. */
const courierStatuses = scanStatuses.filter((status) => status !== 'shipped')

const actions: Record<string, Action> = {
  list: {
    usage: 'list [--status STATUS]',
    about: 'the newest 50 orders',
    positionals: 0,
    run: (services, { options }) => listOrders(services, options.status),
  },
  show: {
    usage: 'show ORDER',
    about: 'everything about one order',
    positionals: 1,
    run: (services, { positionals: [order_no = ''] }) => showOrder(services, order_no),
  },
  paid: {
    usage: 'paid ORDER',
    about: 'confirm a bank transfer',
    positionals: 1,
    run: (services, { positionals: [order_no = ''] }) =>
      audited(services, { order_no }, 'confirm_payment', (within) => confirmPayment(within, order_no)),
  },
  pack: {
    usage: 'pack ORDER [--force]',
    about: 'mark the order as packed; --force: also before its bank transfer has arrived',
    positionals: 1,
    run: (services, { positionals: [order_no = ''], isForced }) =>
      audited(services, { order_no }, 'pack', (within) => packOrder(within, order_no, { unpaid: isForced })),
  },
  ship: {
    usage:
      'ship ORDER --courier NAME --waybill NUMBER [--url HTTPS] [--expected DAY] [--item ID:QUANTITY …] [--force]',
    about:
      'ship all remaining items, or only the given ones; --force: also before its bank transfer has arrived',
    positionals: 1,
    async run(services, { positionals: [order_no = ''], options, items, isForced }) {
      const parcel = {
        order_no,
        courier: required(options, 'courier'),
        waybill: required(options, 'waybill'),
        tracking_url: options.url,
        expected_at: options.expected,
        items: items.length > 0 ? items.map(toItem) : undefined,
        unpaid: isForced,
      }
      const waybill = await audited(services, { order_no }, 'ship', (within) => shipOrder(within, parcel))
      services.print(`Shipped parcel ${waybill} of order ${order_no}.`)
    },
  },
  scan: {
    usage: `scan WAYBILL STATUS [--location TOWN] [--remark TEXT] [--at TIME] [--expected DAY]`,
    about: `add a courier scan: ${courierStatuses.join(', ')}`,
    positionals: 2,
    async run(services, { positionals: [waybill = '', status = ''], options }) {
      if (!isCourierStatus(status))
        throw new UsageError(`STATUS must be one of ${courierStatuses.join(', ')}`)
      const scan = {
        waybill,
        status,
        location: options.location,
        remark: options.remark,
        at: options.at === undefined ? undefined : toTime(options.at),
        expected_at: options.expected,
      }
      const now = await audited(services, { waybill }, 'scan', (within) => addScan(within, scan))
      services.print(`Parcel ${waybill}: ${now.replaceAll('_', ' ')}.`)
    },
  },
  deliver: {
    usage: 'deliver WAYBILL [--location TOWN]',
    about: 'mark the parcel as delivered',
    positionals: 1,
    run: async (services, { positionals: [waybill = ''], options }) =>
      void (await audited(services, { waybill }, 'deliver', (within) =>
        markDelivered(within, waybill, options.location),
      )),
  },
  refund: {
    usage: 'refund REFUND approve|reject|returned|paid [--note TEXT]',
    about: 'process a return request, such as RF-1001',
    positionals: 2,
    async run(services, { positionals: [refund_no = '', step = ''], options }) {
      const move = ownValue(refundSteps, step)
      if (!move) throw new UsageError(`The step must be one of ${Object.keys(refundSteps).join(', ')}`)
      const ref = { refund_no, note: options.note }
      await audited(services, { refund_no }, `refund_${step}`, (within) => move(within, ref))
    },
  },
  'paid-back': {
    usage: 'paid-back ORDER --reference TEXT [--on DAY]',
    about: 'record that the oldest refund to pay of the order was paid back by hand',
    positionals: 1,
    async run(services, { positionals: [order_no = ''], options }) {
      const id = await requireOrderId(services, { order_no })
      const { owed_refunds } = await requireOrder(services.db, id)
      const owed = owed_refunds.find(({ paid_on }) => paid_on === null)
      const payment = {
        owed_id: owed?.id ?? 0,
        paid_on: options.on ?? new Date().toISOString().slice(0, 10),
        reference: required(options, 'reference'),
        paid_by: commandLineActor().name,
      }
      if (!/^\d{4}-\d\d-\d\d$/.test(payment.paid_on))
        throw new UsageError('--on must be a day such as 2026-11-24')
      await audited(services, { order_no }, 'pay_back', (within) => payBack(within, id, payment))
    },
  },
}

/** Runs a change with its entry in the audit log, which names the operating system's user. */
const audited = async <Result>(
  services: OrderServices,
  by: Parameters<typeof requireOrderId>[1],
  action: string,
  work: (within: ShippingServices) => Promise<Result>,
): Promise<Result> =>
  actOnOrder(
    services,
    commandLineActor(),
    { orderId: await requireOrderId(services, by), action: `order.${action}` },
    work,
  )

const refundSteps: Record<string, typeof approveRefund> = {
  approve: approveRefund,
  reject: declineReturn,
  returned: markReturned,
  paid: payReturn,
}

/**
 * `vitrine order ACTION …`. Returns the exit code: 0 done, 1 refused by the shop without any change, 2 invalid
 * command line.
 */
export async function runOrder(services: OrderServices, argv: readonly string[]): Promise<number> {
  const { print } = services
  const [name = 'help', ...rest] = argv
  const action = ownValue(actions, name)
  if (!action) {
    if (name !== 'help' && name !== '--help') print(`Unknown action "${name}".\n`)
    for (const line of help()) print(line)
    return name === 'help' || name === '--help' ? 0 : 2
  }
  try {
    const given = readArguments(rest)
    if (given.positionals.length !== action.positionals) throw new UsageError('')
    await action.run(services, given)
    if (['paid', 'pack', 'deliver', 'refund', 'paid-back'].includes(name)) print('Done.')
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
  '\nORDER is a number such as SF-100045. Customers are notified by mail and SMS automatically.',
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
        reference: text,
        on: text,
        remark: text,
        at: text,
        item: { type: 'string', multiple: true },
        force: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
    const { item = [], force, ...options } = values
    return { positionals, options, items: item, isForced: force }
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
    throw new UsageError('--at must be a time in the past, such as 2026-11-24T10:30:00Z')
  return time
}

const isCourierStatus = (text: string): text is ScanStatus => courierStatuses.some((one) => one === text)

/** A refusal in the terms of the command line: fields by the names of their options. */
function linesOf({ message, extra }: ShopError): string[] {
  const { errors } = extra
  if (!errors) return [message]
  const names: Record<string, string> = { tracking_url: 'url', expected_at: 'expected' }
  return Object.entries(errors).map(([field, [first]]) => `--${ownValue(names, field) ?? field} ${first}`)
}

/** `vitrine order …`: may run next to a running shop, whose pages show the changes at once. */
export const orderCommand = (argv: string[], config: Config) =>
  withShop(config, ({ db }) => runOrder({ db, config, plugins: openPlugins(db, config), print: say }, argv))
