import { createContext, useContext } from 'react'

/** The channel's language tag (`en-IN`): how amounts and dates are written. The shell provides it. */
export const LocaleContext = createContext('en')

export const useLocale = () => useContext(LocaleContext)
