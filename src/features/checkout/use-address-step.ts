import { type RefObject, useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { showToast } from '#client/toasts.ts'
import type { PostedForm } from '#contract/posted-form.ts'
import type { Values } from '#features/address/address-values.ts'
import type { Errors } from '#features/address/find-part-errors.ts'
import { usePostcodeLocation } from '#features/address/use-postcode-location.ts'
import { keepDraft, readDraft } from '#features/cart/checkout-draft.ts'
import { navigate } from '#pages/navigate.ts'
import { nextAddressStep } from './address-step-state.ts'
import { type AddressDemands, findAddressErrors } from './find-address-errors.ts'
import { saveAddressStep } from './save-address-step.ts'
import { isSame } from './step-values.ts'
import { useDeliveryAnswer } from './use-delivery-answer.ts'

type Start = {
  cartId: number | null
  /** The step as it was posted without JavaScript. */
  posted: PostedForm | null
  values: Values
  demands: AddressDemands
  form: RefObject<HTMLFormElement | null>
}

/**
 * The state of the address step. Errors are shown when a field is left, never during its first input, and
 * disappear when they are fixed; a reload keeps the entered values.
 */
export function useAddressStep({ cartId, posted, values: loaded, demands, form }: Start) {
  const [state, dispatch] = useReducer(nextAddressStep, null, () => ({
    values: loaded,
    isDraft: false,
    left: new Set(isRefused(posted) ? Object.keys(posted.values) : []),
    refusals: refusalsOf(posted, loaded, demands),
    message: posted?.message ?? null,
    isSaving: false,
    attempts: 0,
  }))
  const { values, isDraft, left, refusals, message, isSaving, attempts } = state
  const { countries } = demands

  const findLocation = usePostcodeLocation({
    values,
    countries,
    fill: (change) => dispatch({ type: 'completed', change }),
  })

  useEffect(() => {
    if (isDraft) keepDraft(cartId, { address: values })
  }, [cartId, isDraft, values])

  // Values typed before a reload, or into the server's page before hydration.
  useEffect(() => {
    const typed = form.current ? typedInto(form.current, loaded) : {}
    const saved = { ...readDraft(cartId).address, ...typed }
    if (Object.keys(saved).length > 0) dispatch({ type: 'restored', values: saved })
    // The cart's delivery estimate has stored a postcode only.
    const postcode = saved['shipping.postcode']
    if (postcode && !saved['shipping.city']) void findLocation('shipping.postcode', postcode)
  }, [cartId, loaded, form])

  const found = findAddressErrors(values, demands)
  const errors: Record<string, string> = {}
  for (const [name, words] of Object.entries(found)) if (left.has(name)) errors[name] = words
  const delivery = useDeliveryAnswer(values, !found['shipping.postcode'])
  Object.assign(errors, delivery.errors, refusals)

  // The errors have been rendered by now: a failed attempt focuses the first, or the summary.
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts === 0) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(first ?? summary.current)?.focus()
  }, [attempts, form])

  const lookup = useRef<Promise<void>>(undefined)
  const [waited, setWaited] = useState<{ isBillingSame: boolean }>()
  const onLookup = useEffectEvent((pressed: { isBillingSame: boolean }) => void attempt(pressed))
  // By now the fields that the lookup found have been rendered.
  useEffect(() => {
    if (waited) onLookup(waited)
  }, [waited])

  /** Whether a press of the button waits for the location of a postcode. What the shopper changes afterwards asks for a new press. */
  const isWaiting = useRef(false)

  const change = (name: string, value: string) => {
    isWaiting.current = false
    dispatch({ type: 'changed', name, value, countries })
    const search = findLocation(name, value)
    if (!name.endsWith('.postcode')) return
    lookup.current = search
    void search.finally(() => {
      if (lookup.current === search) lookup.current = undefined
    })
  }
  /** Replaces the whole address. */
  const fill = (part: Values) => {
    isWaiting.current = false
    dispatch({ type: 'filled', values: part })
  }
  const leave = (name: string) => dispatch({ type: 'left', name })

  const submit = () => attempt({ isBillingSame: isSame(values) })

  /** `isBillingSame`: when the button was pressed. A billing address that is opened later is filled for the first time. */
  async function attempt(pressed: { isBillingSame: boolean }) {
    if (isSaving) return
    const names = Object.keys(found)
    if (names.length > 0 && lookup.current) {
      // City and state may be on their way.
      isWaiting.current = true
      await lookup.current
      if (isWaiting.current) setWaited({ ...pressed })
      return
    }
    const shown = [...Object.keys(values), ...names].filter(
      (name) => !(pressed.isBillingSame && name.startsWith('billing.')),
    )
    if (names.length > 0) return dispatch({ type: 'stopped', shown })
    dispatch({ type: 'saving', shown })
    const outcome = await saveAddressStep(values)
    if (outcome.ok) {
      dispatch({ type: 'saved' })
      return navigate('/checkout/payment')
    }
    const { errors, message } = outcome
    dispatch({ type: 'refused', errors, message })
    showToast('error', message ?? Object.values(errors)[0] ?? '')
  }

  return {
    values,
    errors,
    hints: delivery.hints,
    message,
    isSaving,
    hasTried: attempts > 0 || isRefused(posted),
    summary,
    change,
    fill,
    leave,
    submit,
  }
}

export type AddressStep = ReturnType<typeof useAddressStep>

/** Fields whose value differs from the server's: typed or autofilled before hydration. */
function typedInto(form: HTMLFormElement, rendered: Values) {
  const typed: Record<string, string> = {}
  for (const [name, value] of new FormData(form))
    if (
      typeof value === 'string' &&
      value !== '' &&
      Object.hasOwn(rendered, name) &&
      rendered[name] !== value
    )
      typed[name] = value
  return typed
}

/** A post that only shows another country's fields, or those of the billing address, is no attempt to go on. */
const isRefused = (posted: PostedForm | null): posted is PostedForm =>
  posted !== null && (posted.message !== null || Object.keys(posted.errors).length > 0)

/** The server's errors, except where the step's own message about the same field says more. */
function refusalsOf(posted: PostedForm | null, values: Values, demands: AddressDemands): Errors {
  const found = findAddressErrors(values, demands)
  return Object.fromEntries(Object.entries(posted?.errors ?? {}).filter(([name]) => !found[name]))
}
