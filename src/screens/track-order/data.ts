import type { Api } from '#contract/client.ts'
import { type Failure, ReplyError } from '#contract/envelope.ts'
import { isWaybill, normaliseWaybill } from '#contract/rules/shipment-status.ts'
import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { orderSteps } from '#features/tracking/order-steps.ts'
import { defineScreen, type LoadRequest } from '#pages/screen.ts'

/** Where an order or a parcel is: by a mail's link, by its customer, by its waybill; else the form to look it up. Decisions §3, `track-order`. */
export const trackOrder = defineScreen({
  visitor: true,
  guard: 'track-order',
  async load(request) {
    const slug = request.params.slug ?? ''
    const storefront = await request.api.storefront.all()
    const locale = storefront.status === 'success' ? storefront.data.channel.locale : 'en'
    return {
      place: { locale, timeZone: timeZoneOf(locale) },
      ...(await look(request, slug, timeZoneOf(locale))),
    }
  },
  meta: (data) => ({
    title:
      data.kind === 'order'
        ? `Order ${data.order.order_no}`
        : data.kind === 'parcel'
          ? 'Where your parcel is'
          : 'Track your order',
    robots: 'noindex',
    bodyClass: 'track-order',
  }),
})

async function look({ api }: LoadRequest<Api>, slug: string, timeZone: string) {
  if (slug === '') return lookUp()
  if (slug.includes('.') || /^SF-\d+$/i.test(slug)) {
    const isLink = slug.includes('.')
    const reply = await api.track.order(isLink ? { token: slug } : { order_no: slug })
    // Who is not known to be its buyer has to say so: a number alone opens nothing.
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
      kind: 'order' as const,
      order,
      /** What the order's actions open it with: whoever is here may have no account. */
      token,
      steps: orderSteps(order.timeline),
      placedOn: dayIn(new Date(order.placed_at), timeZone),
    }
  }
  const waybill = normaliseWaybill(slug)
  if (!isWaybill(waybill)) return lookUp({ problem: `${slug} is no waybill number.`, hint: hints.waybill })
  const reply = await api.track.shipment({ waybill })
  if (reply.status === 'error')
    return lookUp({
      problem: problemOf(reply, `We found no parcel with the number ${waybill}.`),
      hint: hints.waybill,
    })
  return { kind: 'parcel' as const, parcel: reply.data }
}

const hints = {
  waybill:
    'Please look at the number in our mail once more. A new parcel shows here when the courier has it.',
  link: 'It may have been cut off on its way. With the order number you get to your order, too.',
}

type Trouble = { problem: string | null; hint: string }

const lookUp = ({ problem, hint }: Trouble = { problem: null, hint: '' }, order_no = '') => ({
  kind: 'look-up' as const,
  problem,
  hint,
  order_no,
})

/** Not there, or asked too often: both are said. Anything else is a failure. */
function problemOf(reply: Failure, notFound: string): string {
  if (reply.code === 'NOT_FOUND' || reply.code === 'VALIDATION') return notFound
  if (reply.code === 'RATE_LIMITED') return reply.message
  throw new ReplyError(reply)
}
