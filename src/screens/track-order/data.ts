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
      return lookUp(isLink ? problemOf(reply, 'This link is not good any more.') : null, slug.split('.')[0])
    if (reply.data.verification_required) return lookUp(null, slug)
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
  if (!isWaybill(waybill)) return lookUp(`${slug} is no waybill number.`)
  const reply = await api.track.shipment({ waybill })
  if (reply.status === 'error')
    return lookUp(problemOf(reply, `We found no parcel with the number ${waybill}.`))
  return { kind: 'parcel' as const, parcel: reply.data }
}

const lookUp = (problem: string | null = null, order_no = '') => ({
  kind: 'look-up' as const,
  problem,
  order_no,
})

/** Not there, or asked too often: both are said. Anything else is a failure. */
function problemOf(reply: Failure, notFound: string): string {
  if (reply.code === 'NOT_FOUND' || reply.code === 'VALIDATION') return notFound
  if (reply.code === 'RATE_LIMITED') return reply.message
  throw new ReplyError(reply)
}
