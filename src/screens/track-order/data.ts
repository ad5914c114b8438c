import { loadScreenSlots } from '#client/load-slots.ts'
import type { Api } from '#contract/client.ts'
import { type Failure, ReplyError } from '#contract/envelope.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { readPostedForm, readPostedOf } from '#contract/read-posted-form.ts'
import { isWithoutDelivery } from '#contract/rules/product-kind.ts'
import { isWaybill, normaliseWaybill } from '#contract/rules/shipment-status.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { orderSteps } from '#features/tracking/order-steps.ts'
import { optional } from '#pages/reads.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'

/**
 * Tracking of an order or a shipment: by a mail's link, by its customer, by its waybill; otherwise the
 * look-up form. Decisions §3, `track-order`.
 */
export const trackOrder = defineScreen({
  visitor: true,
  guard: 'track-order',
  async load(request) {
    const slug = request.params.slug ?? ''
    const storefront = await optional(request.api.storefront.all(), null)
    const locale = storefront?.channel.locale ?? 'en'
    return {
      view: {
        place: { locale, timeZone: timeZoneOf(locale) },
        ...(await look(request, slug, timeZoneOf(locale))),
      },
    }
  },
  meta: ({ view }) => ({
    title:
      view.kind === 'order'
        ? `Order ${view.order.order_no}`
        : view.kind === 'parcel'
          ? 'Where your parcel is'
          : 'Track your order',
    ...(view.kind === 'look-up' && view.isUnknown && { status: 404 }),
    robots: 'noindex',
    bodyClass: 'track-order',
  }),
})

async function look(request: LoadRequest<Api>, slug: string, timeZone: string) {
  const { api } = request
  if (slug === '') return { ...lookUp(), posted: readPostedOf(request, 'track-order') }
  if (slug.includes('.') || /^SF-\d+$/i.test(slug)) {
    const isLink = slug.includes('.')
    const reply = await api.track.order(isLink ? { token: slug } : { order_no: slug })
    // An order number alone opens nothing: the visitor must prove to be the buyer.
    if (reply.status === 'error')
      return isLink
        ? lookUp(
            { problem: problemOf(reply, 'This link does not open an order.'), hint: hints.link },
            slug.split('.')[0],
          )
        : lookUp(undefined, slug)
    if (reply.data.verification_required) return lookUp(undefined, slug)
    const { order, token } = reply.data
    return {
      ...(await loadScreenSlots(api, [
        { name: 'order.actions', props: { order_no: order.order_no, token: token ?? null } },
      ])),
      kind: 'order' as const,
      order,
      /** The token for the order's actions, because the visitor may have no account. */
      token,
      steps: orderSteps(order.timeline, { isUnsent: isWithoutDelivery(order) }),
      posted: readPostedForm(request),
      placedOn: dayIn(new Date(order.placed_at), timeZone),
    }
  }
  const waybill = normaliseWaybill(slug)
  if (!isWaybill(waybill))
    return { ...lookUp({ problem: `${slug} is no waybill number.`, hint: hints.waybill }), isUnknown: true }
  const reply = await api.track.shipment({ waybill })
  if (reply.status === 'error')
    return {
      ...lookUp({
        problem: problemOf(reply, `We found no parcel with the number ${waybill}.`),
        hint: hints.waybill,
      }),
      isUnknown: reply.code === 'NOT_FOUND',
    }
  return { kind: 'parcel' as const, parcel: reply.data }
}

const hints = {
  waybill: 'Please check the number in our email. A new parcel appears here once the courier has it.',
  link: 'It may be incomplete. You can also look up your order by its number.',
}

type Trouble = { problem: string | null; hint: string }

const lookUp = ({ problem, hint }: Trouble = { problem: null, hint: '' }, order_no = '') => ({
  kind: 'look-up' as const,
  problem,
  hint,
  order_no,
  /** Of a waybill that no parcel has. */
  isUnknown: false,
  posted: null as PostedForm | null,
})

/** The message for an unknown order and for too many requests. Any other failure is thrown. */
function problemOf(reply: Failure, notFound: string): string {
  if (reply.code === 'NOT_FOUND' || reply.code === 'VALIDATION') return notFound
  if (reply.code === 'RATE_LIMITED') return reply.message
  throw new ReplyError(reply)
}
