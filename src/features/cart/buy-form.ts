import { createContext } from 'react'
import type { Failure } from '#contract/envelope.ts'

/** Id of the form of the buy buttons, for the fields of plugins in `product.options`. */
export const BuyFormContext = createContext('')

/** Sent to the product's form after its product was added: its fields are then cleared (spec §4). */
export const ADDED_EVENT = 'vitrine:added'

/**
 * Sent to the product's form before its product is added. A plugin pushes what has to be done first to `detail`; a failure is shown
 * instead of adding, unless it is said at its field and has no message.
 */
export const PREPARE_EVENT = 'vitrine:prepare'
export type Preparations = Promise<Failure | undefined>[]
