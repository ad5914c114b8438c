import { useEffect, useRef, useState } from 'react'
import { api } from '#client/api.ts'
import { showToast } from '#client/toasts.ts'
import type { Address } from '#contract/cart.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import { validationMessages as messages } from '#contract/rules/validation-messages.ts'
import type { AddressField, Country } from '#contract/storefront.ts'
import { addressInput, orderedFields, type Part, partOf, type Values } from './address-values.ts'
import { type Errors, findPartErrors } from './find-part-errors.ts'
import { usePostcodeLocation } from './use-postcode-location.ts'

type Start = {
  /** The saved address to change; null for a new one. */
  address: Address | null
  part: Part
  countryId: number
  countries: readonly Country[]
  /** By the country's id. */
  fields: Readonly<Record<number, readonly AddressField[]>>
  /** The form as it was posted without JavaScript. */
  posted?: PostedForm | null
  onSaved: (address: Address, words: string) => void
}

/**
 * The form of one saved address. Errors are shown when a field is left, never during its first input; the
 * server's errors are shown at their fields.
 */
export function useAddressEditor({ address, part, countryId, countries, fields, posted, onSaved }: Start) {
  const [values, setValues] = useState<Values>(() => ({
    ...partOf(part, address, countryId),
    type: address?.address_type ?? (part === 'shipping' ? 'Shipping' : 'Billing'),
    default: address?.default ? 'yes' : '',
    ...posted?.values,
  }))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState<Errors>(posted?.errors ?? {})
  const [isSaving, setIsSaving] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const place = useRef<HTMLDivElement>(null)

  const country = countries.find(({ id }) => id === Number(values[`${part}.country_id`]))
  const visibleFields = orderedFields(fields[country?.id ?? 0] ?? [])
  const found = findPartErrors(part, values, country, visibleFields, () => messages.required)
  const errors: Record<string, string> = {}
  for (const [name, words] of Object.entries(found)) if (left.has(name)) errors[name] = words
  Object.assign(errors, refusals)

  // The errors have been rendered by now.
  useEffect(() => {
    if (attempts > 0) place.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  const change = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    if (refusals[name]) setRefusals(({ [name]: _, ...others }) => others)
    void findLocation(name, value)
  }
  const findLocation = usePostcodeLocation({ values, countries, fill: setValues })

  const leave = (name: string) => {
    // An empty field that is only passed through shows no error.
    if (values[name]) setLeft((before) => new Set(before).add(name))
  }

  async function save() {
    if (isSaving) return
    if (Object.keys(found).length > 0) {
      setLeft(new Set(Object.keys(found)))
      setAttempts((count) => count + 1)
      return
    }
    setIsSaving(true)
    const input = {
      ...addressInput(values, part),
      address_type: values.type as Address['address_type'],
      default: values.default === 'yes',
    }
    const quietly = { silent: true }
    const reply = address
      ? await api.address.update({ id: address.id, ...input }, quietly)
      : await api.address.add(input, quietly)
    setIsSaving(false)
    if (reply.status === 'success') return onSaved(reply.data, reply.message ?? 'Address saved')
    const atFields = Object.entries(reply.errors ?? {}).map(([column, [words]]) => [
      `${part}.${column}`,
      words ?? '',
    ])
    setRefusals(Object.fromEntries(atFields))
    if (atFields.length === 0) showToast('error', reply.message)
    setAttempts((count) => count + 1)
  }

  return { part, values, errors, countries, visibleFields, isSaving, place, change, leave, save }
}

export type AddressEditor = ReturnType<typeof useAddressEditor>
