import { dayIn, timeZoneOf } from '#contract/rules/time-zone.ts'
import { checkDelivery } from '#server/commerce/cart/check-delivery.ts'
import type { Channel } from '#server/platform/kernel/channel.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import { readPostcodeLocation } from '#server/shop/settings/read-postcode-location.ts'
import type { PincodeCheck } from './contract.ts'

/**
 * Delivery to a pincode, by the same calculation as cart and checkout.
 * @throws 422 at `pincode` when it is not valid in the channel's country.
 */
export async function checkPincode(
  db: Db,
  channel: Channel,
  { pincode, product_id }: { pincode: string; product_id?: number | undefined },
): Promise<PincodeCheck> {
  const found = await checkDelivery(db, channel, { pincode, variationId: product_id ?? null })
  const { city, state_id } = await readPostcodeLocation(db, channel.country_id, found.postcode)
  return {
    pincode: found.postcode,
    available: found.is_available,
    cod_available: found.is_cod_available,
    city,
    state: await readStateName(db, state_id ?? found.state_id),
    eta_days: found.eta_days,
    from: dayIn(new Date(), timeZoneOf(channel.locale)),
    message: messageOf(found),
  }
}

function messageOf({ is_available, eta_days, postcode }: Awaited<ReturnType<typeof checkDelivery>>) {
  if (!is_available) return `We do not deliver to ${postcode}`
  if (!eta_days) return `We deliver to ${postcode}`
  const { min, max } = eta_days
  return `Delivery in ${min === max ? '' : `${min} to `}${max} ${max === 1 ? 'day' : 'days'}`
}

async function readStateName(db: Db, id: number | null): Promise<string | null> {
  if (id === null) return null
  const state = await db.selectFrom('states').select('name').where('id', '=', id).executeTakeFirst()
  return state?.name ?? null
}
