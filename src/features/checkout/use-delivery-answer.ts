import { useEffect, useState } from 'react'
import { api } from '#client/api.ts'
import { useShop } from '#client/shop-context.ts'
import type { DeliveryEstimate } from '#contract/delivery.ts'
import * as limits from '#contract/limits.ts'
import { deliveryRange } from '#contract/rules/delivery-dates.ts'
import type { Values } from '#features/address/address-values.ts'
import { useLocale } from '#ui/locale.ts'

const FIELD = 'shipping.postcode'

/** The text beside the field: an error where the shop does not deliver. */
type Answer = { typed: string; hint?: string; error?: string }

/**
 * When the cart would be delivered to the postcode of the shipping address, and whether it can be paid on delivery: requested with its
 * last digit, shown until its value changes. Only the channel's own country has postcodes with answers; its field has a hint from
 * the beginning, so that an answer moves nothing.
 */
export function useDeliveryAnswer(values: Values, isComplete: boolean) {
  const [answer, setAnswer] = useState<Answer>()
  const { country } = useShop().storefront.channel
  const locale = useLocale()
  const typed = values[FIELD]?.trim() ?? ''
  const isHere = Number(values['shipping.country_id']) === country.id
  const isRequested = isHere && isComplete && typed !== ''

  useEffect(() => {
    if (!isRequested) return
    let isLatest = true
    const timer = setTimeout(async () => {
      const reply = await api.delivery.estimate({ postcode: typed }, { silent: true })
      if (isLatest && reply.status === 'success') setAnswer({ typed, ...textOf(reply.data, locale) })
    }, limits.asyncValidationDebounce)
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [isRequested, typed, locale])

  const shown = isHere && answer?.typed === typed ? answer : undefined
  const at = (text: string | undefined): Readonly<Record<string, string>> => (text ? { [FIELD]: text } : {})
  return {
    hints: at(isHere ? (shown?.hint ?? 'Shows when your order arrives and how you can pay.') : undefined),
    errors: at(shown?.error),
  }
}

/** The answer to an estimate: the earliest method's dates, and whether cash is accepted. */
export function textOf(
  { postcode, from, methods, is_cod_available }: DeliveryEstimate,
  locale: string,
): { hint?: string; error?: string } {
  if (methods.length === 0) return { error: `We do not deliver to ${postcode}` }
  const [soonest] = methods
    .flatMap(({ eta_days }) => eta_days ?? [])
    .toSorted((a, b) => a.min - b.min || a.max - b.max)
  const texts = [
    ...(soonest ? [`Arrives ${deliveryRange(from, soonest, locale)}.`] : []),
    ...(is_cod_available === null
      ? []
      : [`Cash on delivery is ${is_cod_available ? 'available' : 'not available'}.`]),
  ]
  return texts.length > 0 ? { hint: texts.join(' ') } : {}
}
