import { useState } from 'react'
import { api } from '#client/api.ts'
import type { AddressField } from '#contract/storefront.ts'

/** The fields of the countries chosen so far, by id; another country's are loaded when it is chosen. */
export function useCountryFields(loaded: Readonly<Record<number, AddressField[]>>) {
  const [fields, setFields] = useState(loaded)
  const fetchFields = async (country: number) => {
    if (fields[country]) return
    const reply = await api.settings.addressFields({ country })
    if (reply.status === 'success') setFields((known) => ({ ...known, [country]: reply.data }))
  }
  return { fields, fetchFields: (country: number) => void fetchFields(country) }
}
