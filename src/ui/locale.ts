import { createContext, useContext } from 'react'

/**
 * How the channel writes amounts, dates and reductions: `locale` is a language tag (`en-IN`), `was_label` says what the struck-through
 * price is. The shell provides it.
 */
export const ChannelContext = createContext<{ locale: string; was_label?: string | undefined }>({
  locale: 'en',
})

export const useChannel = () => useContext(ChannelContext)

export const useLocale = () => useChannel().locale
