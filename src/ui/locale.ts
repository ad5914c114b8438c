import { createContext, useContext } from 'react'

/** The channel's language tag (`en-IN`), for formatting amounts and dates. The shell provides it. */
export const LocaleContext = createContext('en')

export const useLocale = () => useContext(LocaleContext)
