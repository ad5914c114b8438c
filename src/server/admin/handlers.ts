import { setTimeout as sleep } from 'node:timers/promises'
import type { adminHomeEndpoints } from '#contract/admin/home.ts'
import type { adminOrdersEndpoints } from '#contract/admin/orders.ts'
import { timeZoneOf } from '#contract/rules/time-zone.ts'
import { readMissedSearches } from '#server/catalog/search-tuning/editing/missed-searches.ts'
import { carryOutRefunds } from '#server/commerce/gateways/refunds.ts'
import { approveRefund } from '#server/commerce/orders/decide-refund.ts'
import { findCreditNote, findInvoice } from '#server/commerce/orders/find-invoice.ts'
import { giveAllowance } from '#server/commerce/orders/give-allowance.ts'
import { markReturned } from '#server/commerce/orders/mark-returned.ts'
import { findOrderOfKey } from '#server/commerce/orders/model/order-change.ts'
import type { ShippingServices } from '#server/commerce/orders/model/shipping-services.ts'
import { payBack } from '#server/commerce/orders/owed-refunds.ts'
import { savePayoutDetails } from '#server/commerce/orders/payout-details.ts'
import { requestOrderRefund } from '#server/commerce/orders/request-refund.ts'
import { addScan, markDelivered } from '#server/commerce/orders/shipping/add-scan.ts'
import { changeAddress } from '#server/commerce/orders/shipping/change-address.ts'
import { confirmPayment } from '#server/commerce/orders/shipping/confirm-payment.ts'
import { correctWaybill } from '#server/commerce/orders/shipping/correct-waybill.ts'
import { packOrder } from '#server/commerce/orders/shipping/pack-order.ts'
import { handOver, markReady } from '#server/commerce/orders/shipping/pickups.ts'
import { shipOrder } from '#server/commerce/orders/shipping/ship-order.ts'
import { storePhoto } from '#server/commerce/orders/store-photo.ts'
import { cancelAnyOrder } from '#server/commerce/payments/cancel-any-order.ts'
import { changeOrder, withdrawChange } from '#server/commerce/payments/change-order.ts'
import { payFailedByHand, retryRefund } from '#server/commerce/payments/failed-refunds.ts'
import { sendPaymentLink } from '#server/commerce/payments/payment-link.ts'
import { declineReturn, payReturn } from '#server/commerce/payments/settle-exchange.ts'
import { requireProofForExport } from '#server/people/staff/start-staff-session.ts'
import { actorOf, writeAudit } from '#server/platform/audit/audit-log.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { inTransaction } from '#server/platform/db/retry-serialization.ts'
import type { CallContext } from '#server/platform/kernel/call-context.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import { type Handlers, say, sendCsv, sendFile, today } from '#server/platform/kernel/handlers.ts'
import { staffOf } from '#server/platform/sessions/staff-session.ts'
import { readChannelByCode } from '#server/shop/channels/read-channel.ts'
import { switchDemoCourier } from '#server/shop/settings/demo-courier-switch.ts'
import { actOnOrder, requireOrderId } from './act-on-order.ts'
import { addOrderNote } from './add-order-note.ts'
import { placeExchange, quoteExchange } from './exchange-order.ts'
import { exportOrders } from './export-orders.ts'
import { findForBatch } from './find-for-batch.ts'
import { readHomeLayout, saveHomeLayout } from './home-layout.ts'
import { listOrders } from './list-orders.ts'
import {
  createOrderBatch,
  findLatestBatch,
  readOrderBatch,
  runBookingBatch,
  runOrderBatch,
} from './order-batches.ts'
import { countMentions, seeMentions } from './order-mentions.ts'
import type { FilterReader } from './order-search.ts'
import { lockFacts, readFacts } from './order-version.ts'
import { readOrderViews, removeOrderView, saveOrderView } from './order-views.ts'
import { organized, organizeOrders, readOrderStaff } from './organize-orders.ts'
import { placePhoneOrder, quotePhoneOrder, readPhoneForm, withOwnCart } from './phone-order.ts'
import { readChangeQuote } from './read-change-quote.ts'
import { readFilterChoices } from './read-filter-choices.ts'
import { readBestSellers, readHomeSales, readLowStock, readToDo } from './read-home.ts'
import { readOrderDetail } from './read-order-detail.ts'
import { readPluginToDo } from './read-plugin-to-do.ts'
import { hideSetupSteps, readSetup } from './read-setup.ts'
import { orderTags } from './record-tags.ts'
import { recordNotFound, staleOrderAssignee, unknownRefundNumber, unknownWaybill } from './refusals.ts'
import { requireFile } from './require-file.ts'
import { resendOrderMessage } from './resend-message.ts'

const SHOWN_SEARCHES = 5
/** A bulk action that takes longer is read by the screen. */
const BATCH_REPLY_MS = 3_000

/** `get` has what every part has: the release before reads all of them at once. */
export const adminHomeHandlers: Handlers<typeof adminHomeEndpoints> = {
  async get({ channel }, call) {
    const { permissions } = staffOf(call)
    const shown = await homeChannel(channel, call)
    const [sales, toDo, low_stock, best_sellers, setup, missed_searches] = await Promise.all([
      readHomeSales(call.db, shown),
      readAllToDo(call),
      readLowStock(call.db),
      readBestSellers(call.db, shown),
      permissions.includes('settings.read') ? readSetup(call, call.channel) : [],
      permissions.includes('catalog.read') ? readMissedSearches(call.db, SHOWN_SEARCHES) : [],
    ])
    return { ...sales, ...toDo, low_stock, best_sellers, setup, missed_searches }
  },

  setup: async (_, call) => ({ setup: await readSetup(call, call.channel) }),
  sales: async ({ channel }, call) => readHomeSales(call.db, await homeChannel(channel, call)),
  toDo: (_, call) => readAllToDo(call),
  lowStock: async (_, { db }) => ({ low_stock: await readLowStock(db) }),
  missedSearches: async (_, { db }) => ({ missed_searches: await readMissedSearches(db, SHOWN_SEARCHES) }),
  bestSellers: async ({ channel }, call) => ({
    best_sellers: await readBestSellers(call.db, await homeChannel(channel, call)),
  }),

  layout: (_, call) => readHomeLayout(call.db, staffOf(call).id),

  async saveLayout(layout, call) {
    const saved = await saveHomeLayout(call.db, staffOf(call), actorOf(call.visitor), layout)
    return say('Home screen saved', saved)
  },

  async hideSetup({ steps }, call) {
    await hideSetupSteps(call.db, staffOf(call), actorOf(call.visitor), steps)
    return say('Hidden', {})
  },
}

async function homeChannel(code: string | undefined, { db, channel }: CallContext) {
  const shown = !code || code === channel.code ? channel : await readChannelByCode(db, code)
  if (!shown) throw recordNotFound('Channel')
  return shown
}

async function readAllToDo(call: CallContext) {
  const [to_do, to_do_of_plugins] = await Promise.all([
    readToDo(call.db, staffOf(call).id),
    readPluginToDo(call),
  ])
  return { to_do, to_do_of_plugins }
}

/** Staff and the command line change orders by the same functions; here they get the version check and the audit log. */
export const adminOrdersHandlers: Handlers<typeof adminOrdersEndpoints> = {
  list: (query, call) => listOrders(call.db, query, readerOf(call)),

  async filters({ product }, call) {
    const { db } = call
    const { id } = staffOf(call)
    const [choices, views, tags, staff, orders_with_mentions] = await Promise.all([
      readFilterChoices(db, product),
      readOrderViews(db, id),
      orderTags.readAll(db),
      readOrderStaff(db),
      countMentions(db, id),
    ])
    return { ...choices, views, tags, staff, orders_with_mentions }
  },

  async saveView(view, call) {
    const staff = staffOf(call)
    await saveOrderView(call.db, staff, actorOf(call.visitor), view)
    return say('View saved', { views: await readOrderViews(call.db, staff.id) })
  },

  async removeView({ id }, call) {
    const staff = staffOf(call)
    await removeOrderView(call.db, staff, actorOf(call.visitor), id)
    return say('View removed', { views: await readOrderViews(call.db, staff.id) })
  },

  get: ({ id }, call) => readDetail(call, id),

  async bulk(request, call) {
    const id = await createOrderBatch(call.db, actorOf(call.visitor), {
      ...request,
      timeZone: timeZoneOf(call.channel.locale),
    })
    // The job does the same if this process ends; orders that have a result are left out.
    const run = request.action === 'book' ? runBookingBatch : runOrderBatch
    const running = run(call, id).catch((error) => call.log.error({ err: error }, 'order batch stopped'))
    await Promise.race([running, sleep(BATCH_REPLY_MS, undefined, { ref: false })])
    return readOrderBatch(call.db, id)
  },

  async batch({ id }, call) {
    const latest = id ?? (await findLatestBatch(call.db, staffOf(call).id))
    return latest === undefined ? null : readOrderBatch(call.db, latest)
  },

  async export({ by, ...filter }, call) {
    requireProofForExport(call)
    const { db, visitor } = call
    const rows = await exportOrders(db, filter, { ...readerOf(call), by })
    await writeAudit(db, actorOf(visitor), {
      action: 'order.export',
      record: { type: 'order', id: '' },
      after: { ...filter, by },
    })
    return sendCsv(`${by === 'order' ? 'orders' : 'order-items'}-${today()}`, rows)
  },

  async invoice({ id, invoice_no }, { db, files }) {
    const invoice = await findInvoice(db, id, invoice_no)
    // The PDF library is large, and few requests need it.
    const { renderInvoice } = await import('#server/commerce/orders/invoices/invoice-pdf.ts')
    const name = `${invoice.invoice_no}.pdf`
    return sendFile({
      type: 'application/pdf',
      name,
      content: await renderInvoice(invoice, files),
    })
  },

  async creditNote({ id, ...of }, { db, files }) {
    const note = await findCreditNote(db, id, of)
    const { renderCreditNote } = await import('#server/commerce/orders/invoices/invoice-pdf.ts')
    const name = `${note.credit_note_no}.pdf`
    return sendFile({
      type: 'application/pdf',
      name,
      content: await renderCreditNote(note, files),
    })
  },

  phoneForm: (requested, { db, channel }) => readPhoneForm(db, channel, requested),

  quote: (order, { db, channel }) => withOwnCart(db, order, (own) => quotePhoneOrder(db, channel, own)),

  async create(order, call) {
    const id = await placePhoneOrder(call, actorOf(call.visitor), call.channel, order)
    const placed = await readDetail(call, id)
    return say(placed.is_quote ? 'Quote sent' : placed.pay_by ? 'Payment link sent' : 'Order placed', placed)
  },

  sendPaymentLink: ({ id, version, days }, call) =>
    act(
      call,
      { id, version },
      'send_payment_link',
      { days },
      (within) =>
        sendPaymentLink({ ...within, config: call.config, log: call.log, plugins: call.plugins }, id, days),
      'Payment link sent',
    ),

  confirmPayment: (ref, call) => act(call, ref, 'confirm_payment', {}, confirmPayment, 'Payment confirmed'),

  pack: (ref, call) =>
    act(call, ref, 'pack', {}, (within, order_no) => packOrder(within, order_no), 'Order packed'),

  markReady: (ref, call) =>
    act(call, ref, 'mark_ready', {}, markReady, 'Ready for pick-up. The customer gets the code.'),

  handOver: ({ id, version, code }, call) =>
    act(
      call,
      { id, version },
      'hand_over',
      {},
      (within, order_no) => handOver(within, order_no, code),
      'Handed over',
    ),

  ship: ({ id, version, ...parcel }, call) =>
    act(
      call,
      { id, version },
      'ship',
      {},
      (within, order_no) => shipOrder(within, { order_no, ...parcel }),
      'Items shipped',
    ),

  async correctWaybill({ id, version, ...correction }, call) {
    await requireShipmentOf(call, id, correction.waybill)
    const work = (within: ShippingServices) => correctWaybill(within, correction)
    return act(call, { id, version }, 'correct_waybill', correction, work, 'Waybill corrected')
  },

  async scan({ id, version, ...scan }, call) {
    await requireShipmentOf(call, id, scan.waybill)
    const isBack = scan.status === 'came_back'
    return act(
      call,
      { id, version },
      isBack ? 'came_back' : 'scan',
      scan,
      (within) => addScan(within, scan),
      isBack ? 'Its items can be shipped again, or cancelled' : 'Scan added',
    )
  },

  async deliver({ id, version, waybill, location }, call) {
    await requireShipmentOf(call, id, waybill)
    const work = (within: ShippingServices) => markDelivered(within, waybill, location)
    return act(call, { id, version }, 'deliver', { waybill }, work, 'Shipment delivered')
  },

  async cancel({ id, version, ...cancellation }, call) {
    const { reason, comment } = cancellation
    const work = (within: ShippingServices) =>
      cancelAnyOrder(within, id, { ...cancellation, isByStaff: true })
    await act(call, { id, version }, 'cancel', { reason, comment }, work, '')
    await carryOutRefunds(call)
    return say(cancellation.items ? 'Items cancelled' : 'Order cancelled', await readDetail(call, id))
  },

  async refund({ id, version, refund_no, step, ...entered }, call) {
    const { note, legal_reason, restocks, location_id, refund_to } = entered
    if ((await requireOrderId(call, { refund_no })) !== id) throw unknownRefundNumber(refund_no)
    const work = (within: ShippingServices) =>
      refundSteps[step](within, { refund_no, ...entered, refund_to: step === 'paid' ? refund_to : undefined })
    await act(
      call,
      { id, version },
      `refund_${step}`,
      {
        note,
        ...(legal_reason && { legal_reason }),
        ...(step === 'paid' && refund_to && { refund_to }),
        ...(restocks && { restocked: true, ...(location_id && { location_id }) }),
      },
      work,
      '',
    )
    if (step === 'paid' || step === 'reject') await carryOutRefunds(call)
    return say(refundMessages[step], await readDetail(call, id))
  },

  markReviewed: (ref, call) => {
    const entered: Record<string, unknown> = {}
    const work = async ({ db }: ShippingServices) => {
      entered.review = (await endReview.first(db, ref.id))?.review_reason
    }
    return act(call, ref, 'mark_reviewed', entered, work, 'Marked as reviewed')
  },

  async failedRefund({ id, version, refund_id: refundId, step }, call) {
    const refund = { orderId: id, refundId }
    await act(call, { id, version }, 'refund_retry', {}, (within) => retryRefund(within, refund), '')
    await carryOutRefunds(call)
    if (step === 'by_hand')
      return act(
        call,
        { id, version },
        'refund_by_hand',
        {},
        (within) => payFailedByHand(within, refund),
        'The amount is to be paid by hand. The customer is asked where to',
      )
    const order = await readDetail(call, id)
    const hasFailed = order.failed_refunds.some((one) => one.id === refundId)
    return say(hasFailed ? 'The refund has failed again' : 'Refund made', order)
  },

  payBack: ({ id, version, ...payment }, call) => {
    const { name, email } = staffOf(call)
    const work = (within: ShippingServices) => payBack(within, id, { ...payment, paid_by: name || email })
    return act(call, { id, version }, 'pay_back', payment, work, 'Paid back')
  },

  async addReturnPhoto({ id }, call) {
    const bytes = requireFile(call.uploads, 'Please choose a photo')
    await readDetail(call, id)
    return storePhoto(call, id, bytes)
  },

  startReturn: ({ id, version, items, note, accepted_amount }, call) =>
    act(
      call,
      { id, version },
      'start_return',
      { note },
      async (within) => {
        const { refund_no } = await requestOrderRefund(within, id, items, { by: 'staff', accepted_amount })
        await approveRefund(within, { refund_no, note })
      },
      'Return started',
    ),

  async giveBack({ id, version, ...allowance }, call) {
    const { amount, reason, note, refund_to } = allowance
    const work = (within: ShippingServices) =>
      giveAllowance(within, id, { ...allowance, locale: call.channel.locale })
    await act(call, { id, version }, 'give_back', { amount, reason, note, refund_to }, work, '')
    await carryOutRefunds(call)
    return say('Refund started', await readDetail(call, id))
  },

  payout: ({ id, version, payout }, call) =>
    act(
      call,
      { id, version },
      'payout_details',
      { payout: payout.kind },
      (within) => savePayoutDetails(within, id, payout, { isByStaff: true }),
      'Saved',
    ),

  quoteChange: ({ id, ...change }, { db }) => readChangeQuote(db, id, change),

  async change({ id, version, ...change }, call) {
    const earlier = await findOrderOfKey(call.db, change.idempotency_key)
    if (earlier !== undefined) return say('', await readDetail(call, earlier))
    const entered: Record<string, unknown> = {}
    let message = ''
    const work = async (within: ShippingServices) => {
      const { plan, settlement } = await changeOrder(
        { ...within, config: call.config, log: call.log, plugins: call.plugins },
        id,
        change,
      )
      const { taken_out, put_in, discount_reason } = plan
      if (taken_out.length > 0) entered.removed = taken_out
      if (put_in.length > 0) entered.added = put_in
      if (discount_reason) entered.discount = discount_reason
      message = changeMessages[settlement]
    }
    await act(call, { id, version }, 'change', entered, work, '')
    await carryOutRefunds(call)
    return say(message, await readDetail(call, id))
  },

  withdrawChange: (ref, call) =>
    act(
      call,
      ref,
      'withdraw_change',
      {},
      (within) => withdrawChange({ ...within, config: call.config }, ref.id),
      'Change withdrawn',
    ),

  quoteExchange: ({ id, ...request }, { db }) => quoteExchange(db, id, request),

  async exchange({ id, ...request }, call) {
    const order = await placeExchange(call, actorOf(call.visitor), id, request)
    await carryOutRefunds(call)
    const placed = await readDetail(call, order)
    const text = placed.exchange?.awaits_return
      ? 'Exchange started. The new items wait for the return'
      : placed.pay_by
        ? 'Exchange started. Payment link sent'
        : 'Exchange started. The new order is placed'
    return say(text, placed)
  },

  async addNote({ id, text }, call) {
    const named = await addOrderNote(call.db, staffOf(call), actorOf(call.visitor), { orderId: id, text })
    const message = named.length > 0 ? `Note added. It waits for ${named.join(', ')}.` : 'Note added'
    return say(message, await readDetail(call, id))
  },

  async seeMentions({ id }, call) {
    await seeMentions(call.db, staffOf(call).id, actorOf(call.visitor), id)
    return say('Marked as seen', await readDetail(call, id))
  },

  async tag({ id, ...tags }, call) {
    await inTransaction(call.db, (tx) => organizeOrders(tx, actorOf(call.visitor), [id], tags))
    return say('Tags saved', await readDetail(call, id))
  },

  async assign({ id, staff_id, from_id }, call) {
    await inTransaction(call.db, async (tx) => {
      await lockFacts(tx, id)
      const present = await organized.first(tx, [id])
      if ((present?.assigned_to?.id ?? null) !== from_id)
        throw staleOrderAssignee(await readOrderDetail({ ...call, db: tx }, id, staffOf(call).permissions))
      await organizeOrders(tx, actorOf(call.visitor), [id], { staff_id })
    })
    const order = await readDetail(call, id)
    return say(order.assigned_to ? `Assigned to ${order.assigned_to.name}` : 'No longer assigned', order)
  },

  async organize({ ids, filter, ...organization }, call) {
    if (!ids && !filter) throw invalid({ ids: ['Please choose orders'] })
    const changed = await inTransaction(call.db, async (tx) => {
      const chosen = filter ? await findForBatch(tx, filter, readerOf(call), 'organize') : (ids ?? [])
      return organizeOrders(tx, actorOf(call.visitor), chosen, organization)
    })
    return say(`${changed} ${changed === 1 ? 'order' : 'orders'} changed`, { changed })
  },

  changeAddress: ({ id, version, ...address }, call) =>
    act(
      call,
      { id, version },
      'change_address',
      {},
      (within, order_no) => changeAddress(within, order_no, address),
      'Address changed',
    ),

  async resend({ id, message_id }, call) {
    const { recipient } = await resendOrderMessage(call, actorOf(call.visitor), { id, message_id })
    return say(`Queued for ${recipient}`, await readDetail(call, id))
  },

  async demoCourier({ is_on }, call) {
    if (call.config.mode !== 'demo' || !call.config.testCourierMinutes) throw recordNotFound('Demo courier')
    await switchDemoCourier(call.db, actorOf(call.visitor), is_on)
    return say(is_on ? 'The demo courier is on' : 'The demo courier is off', { is_on })
  },
}

const endReview = prepared<{ review_reason: string | null }>(
  'end review of order',
  `update orders o set review_reason = null from orders before where o.id = $1::bigint and before.id = o.id returning before.review_reason`,
)

const readerOf = (call: Pick<CallContext, 'channel' | 'visitor'>): FilterReader => ({
  timeZone: timeZoneOf(call.channel.locale),
  staffId: staffOf(call).id,
})

const refundSteps = { approve: approveRefund, reject: declineReturn, returned: markReturned, paid: payReturn }

const changeMessages = {
  none: 'Order changed',
  refund: 'Order changed. The refund is started',
  payment: 'The customer gets a link to pay the difference. The order is on hold until then',
  acceptance: 'The customer gets a link to accept the new total. The order is on hold until then',
}

const refundMessages = {
  approve: 'Return approved',
  reject: 'Return declined',
  returned: 'Items marked as returned',
  paid: 'Refund started',
}

const readDetail = (call: CallContext, id: number) => readOrderDetail(call, id, staffOf(call).permissions)

/** Runs an action and answers with the order as it is then. */
async function act(
  call: CallContext,
  { id, version }: { id: number; version: string },
  action: string,
  entered: Record<string, unknown>,
  work: (services: ShippingServices, order_no: string) => Promise<unknown>,
  message: string,
) {
  const { order_no } = await readFacts(call.db, id)
  await actOnOrder(
    call,
    actorOf(call.visitor),
    { orderId: id, version, action: `order.${action}`, entered },
    (within) => work(within, order_no),
  )
  return say(message, await readDetail(call, id))
}

/** @throws 404 for a shipment of another order. */
async function requireShipmentOf(call: CallContext, id: number, waybill: string) {
  if ((await requireOrderId(call, { waybill })) !== id) throw unknownWaybill(waybill)
}
