import type { Values } from '#features/address/address-values.ts'
import type { Errors } from '#features/address/find-part-errors.ts'
import { type CountryStates, stateFor } from './state-for.ts'

/** What the shopper has entered in the address step, and what the server has answered. */
export type AddressStepState = {
  values: Values
  /** The entered values differ from the server's, and a reload keeps them. */
  isDraft: boolean
  /** Fields that may show their errors. */
  left: ReadonlySet<string>
  /** The server's errors by field. */
  refusals: Errors
  message: string | null
  isSaving: boolean
  /** Failed attempts to save. */
  attempts: number
}

export type AddressStepEvent =
  /** Values typed before a reload or before hydration. */
  | { type: 'restored'; values: Values }
  | { type: 'changed'; name: string; value: string; countries: CountryStates }
  /** A whole address is chosen. */
  | { type: 'filled'; values: Values }
  /** The location of a postcode is known. */
  | { type: 'completed'; change: (values: Values) => Values }
  | { type: 'left'; name: string }
  /** An attempt failed on errors that the browser has found. */
  | { type: 'stopped'; shown: readonly string[] }
  | { type: 'saving'; shown: readonly string[] }
  | { type: 'saved' }
  | { type: 'refused'; errors: Errors; message: string | null }

/** The address step after an event. */
export function nextAddressStep(state: AddressStepState, event: AddressStepEvent): AddressStepState {
  switch (event.type) {
    case 'restored':
      return { ...state, values: { ...state.values, ...event.values } }
    case 'changed': {
      const { name, value, countries } = event
      const values = { ...state.values, [name]: value, ...stateFor(name, value, state.values, countries) }
      return withValues(state, values, [name])
    }
    case 'filled':
      return withValues(state, { ...state.values, ...event.values }, Object.keys(event.values))
    case 'completed':
      return { ...state, values: event.change(state.values), isDraft: true }
    case 'left':
      // An empty field that is only passed through shows no error.
      return state.values[event.name] ? { ...state, left: new Set(state.left).add(event.name) } : state
    case 'stopped':
      return { ...state, left: new Set(event.shown), attempts: state.attempts + 1 }
    case 'saving':
      return { ...state, left: new Set(event.shown), isSaving: true }
    case 'saved':
      return { ...state, isSaving: false }
    case 'refused': {
      const { errors, message } = event
      return { ...state, refusals: errors, message, isSaving: false, attempts: state.attempts + 1 }
    }
  }
}

/** The shopper's own change removes the message and the server's errors of the changed fields. */
function withValues(state: AddressStepState, values: Values, changed: readonly string[]): AddressStepState {
  const refusals = Object.fromEntries(
    Object.entries(state.refusals).filter(([name]) => !changed.includes(name)),
  )
  return { ...state, values, isDraft: true, message: null, refusals }
}
