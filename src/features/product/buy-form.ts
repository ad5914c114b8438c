import { createContext } from 'react'

/** Id of the form of the buy buttons, for the fields of plugins in `product.options`. */
export const BuyFormContext = createContext('')
