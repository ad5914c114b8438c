import { createContext, useContext } from 'react'

/**
 * How the channel writes amounts, dates and reductions: `locale` is a language tag (`en-IN`), `was_label` says what the struck-through
 * price is, `country.postcode_name` what postal codes are called. The shell provides it.
 */
export const ChannelContext = createContext<Channel>({ locale: 'en', country: { postcode_name: 'postcode' } })
type Channel = { locale: string; was_label?: string | undefined; country: { postcode_name: string } }

export const useChannel = () => useContext(ChannelContext)

export const useLocale = () => useChannel().locale
