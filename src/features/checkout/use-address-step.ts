import { type RefObject, useEffect, useRef, useState } from 'react'
import { showToast } from '#client/toasts.ts'
import type { Values } from '#features/address/address-values.ts'
import type { Errors } from '#features/address/find-part-errors.ts'
import { usePlaceOfPostcode } from '#features/address/use-place-of-postcode.ts'
import { navigate } from '#pages/navigate.ts'
import { keepDraft, readDraft } from './checkout-draft.ts'
import { type AddressDemands, findAddressErrors } from './find-address-errors.ts'
import { saveAddressStep } from './save-address-step.ts'
import { stateFor } from './state-for.ts'
import { isSame } from './step-values.ts'

type Start = {
  cartId: number | null
  values: Values
  demands: AddressDemands
  form: RefObject<HTMLFormElement | null>
}

/**
 * The state of the address step. Errors show when a field is left, never while it is filled for the first time, and go as soon
 * as they are mended; nothing that was typed is lost to a reload.
 */
export function useAddressStep({ cartId, values: loaded, demands, form }: Start) {
  const [values, setValues] = useState(loaded)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState<Errors>({})
  const [message, setMessage] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const [attempts, setAttempts] = useState(0)

  const findPlace = usePlaceOfPostcode({
    values,
    countries: demands.countries,
    fill: (changeOf) =>
      setValues((now) => {
        const next = changeOf(now)
        keepDraft(cartId, { address: next })
        return next
      }),
  })

  // What was typed before a reload, or into the server's page before this code had arrived.
  useEffect(() => {
    const typed = form.current ? typedInto(form.current, loaded) : {}
    const kept = { ...readDraft(cartId).address, ...typed }
    if (Object.keys(kept).length > 0) setValues((now) => ({ ...now, ...kept }))
    // The cart's estimate of the delivery has asked for a pincode and nothing else.
    const postcode = kept['shipping.postcode']
    if (postcode && !kept['shipping.city']) void findPlace('shipping.postcode', postcode)
  }, [cartId, loaded, form])

  const found = findAddressErrors(values, demands)
  const errors: Record<string, string> = {}
  for (const [name, words] of Object.entries(found)) if (left.has(name)) errors[name] = words
  Object.assign(errors, refusals)

  // The errors have been rendered by now: a failed attempt leads to the first, or to what is said of the whole.
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(first ?? summary.current)?.focus()
  }, [attempts, form])

  const change = (name: string, value: string) => {
    const next = { ...values, [name]: value, ...stateFor(name, value, values, demands.countries) }
    setValues(next)
    keepDraft(cartId, { address: next })
    setMessage(null)
    if (refusals[name]) setRefusals(({ [name]: _, ...others }) => others)
    void findPlace(name, value)
  }
  /** Takes a whole address in the place of what stood there. */
  const fill = (part: Values) => {
    const next = { ...values, ...part }
    setValues(next)
    keepDraft(cartId, { address: next })
    setMessage(null)
    setRefusals((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in part))))
  }

  const leave = (name: string) => {
    // Somebody who only passes through an empty field is not told off for it.
    if (values[name]) setLeft((before) => new Set(before).add(name))
  }

  async function submit() {
    if (isSaving) return
    const names = Object.keys(found)
    // A billing address that is opened later is filled for the first time.
    const shown = Object.keys(values).filter((name) => !(isSame(values) && name.startsWith('billing.')))
    setLeft(new Set([...shown, ...names]))
    if (names.length > 0) return setAttempts((count) => count + 1)
    setIsSaving(true)
    const outcome = await saveAddressStep(values)
    setIsSaving(false)
    if (outcome.ok) return navigate('/checkout/payment')
    setRefusals(outcome.errors)
    setMessage(outcome.message)
    showToast('error', outcome.message ?? Object.values(outcome.errors)[0] ?? '')
    setAttempts((count) => count + 1)
  }

  return { values, errors, message, isSaving, hasTried: attempts > 0, summary, change, fill, leave, submit }
}

export type AddressStep = ReturnType<typeof useAddressStep>

/** Fields that hold something else than the server rendered: typed, or filled by the browser, before hydration. */
function typedInto(form: HTMLFormElement, rendered: Values) {
  const typed: Record<string, string> = {}
  for (const [name, value] of new FormData(form))
    if (typeof value === 'string' && value !== '' && name in rendered && rendered[name] !== value)
      typed[name] = value
  return typed
}
