import { useState } from 'react'
import { checkoutApi } from '#client/checkout-api.ts'
import type { AddressField } from '#contract/storefront.ts'

/** The fields of the countries that were chosen so far, by their ids; another country's come when it is. */
export function useCountryFields(loaded: Readonly<Record<number, AddressField[]>>) {
  const [fields, setFields] = useState(loaded)
  const fetchFields = async (country: number) => {
    if (fields[country]) return
    const reply = await checkoutApi.settings.addressFields({ country })
    if (reply.status === 'success') setFields((known) => ({ ...known, [country]: reply.data }))
  }
  return { fields, fetchFields: (country: number) => void fetchFields(country) }
}
