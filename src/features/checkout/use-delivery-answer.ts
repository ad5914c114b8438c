import { useRef, useState } from 'react'
import { api } from '#client/api.ts'
import { useShop } from '#client/shop-context.ts'
import type { DeliveryEstimate } from '#contract/delivery.ts'
import { deliveryRange } from '#contract/rules/delivery-dates.ts'
import type { Values } from '#features/address/address-values.ts'
import { useLocale } from '#ui/locale.ts'

const FIELD = 'shipping.postcode'

/** The text beside the field: an error where the shop does not deliver. */
type Answer = { typed: string; hint?: string; error?: string }

/**
 * When the cart would be delivered to the postcode of the shipping address, and whether it can be paid on delivery: asked
 * when the field is left, shown until its value changes. Only the channel's own country has postcodes with answers.
 */
export function useDeliveryAnswer(values: Values) {
  const [answer, setAnswer] = useState<Answer>()
  const asked = useRef('')
  const { country } = useShop().storefront.channel
  const locale = useLocale()
  const typed = values[FIELD] ?? ''
  const isHere = Number(values['shipping.country_id']) === country.id

  async function ask() {
    if (!isHere || typed.trim() === '' || asked.current === typed) return
    asked.current = typed
    const reply = await api.delivery.estimate({ postcode: typed }, { silent: true })
    if (reply.status === 'success') setAnswer({ typed, ...textOf(reply.data, locale) })
    else asked.current = ''
  }

  const shown = isHere && answer?.typed === typed ? answer : undefined
  const at = (text: string | undefined): Readonly<Record<string, string>> => (text ? { [FIELD]: text } : {})
  return {
    hints: at(shown?.hint),
    errors: at(shown?.error),
    onLeave: (name: string) => name === FIELD && void ask(),
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
