import { useEffect, useState } from 'react'

/** Messages for the page after a redirect, by the code in the URL (`?notice=…`). Spec §8. */
const texts: Record<string, string> = {
  'cart-empty': 'Your cart is empty',
  'account-empty': 'Customer account is empty',
  'phone-empty': 'Phone No is empty',
  'email-empty': 'Email address is empty',
  'shipping-address-empty': 'Shipping address is empty',
  'billing-address-empty': 'Billing address is empty',
  'shipping-method-empty': 'Shipping Method is empty',
  'payment-method-empty': 'Payment Method is empty',
  'already-ordered': 'This cart has already been ordered',
  'cart-changed': 'Your cart has changed. Please check it before you continue.',
}

/** The code of a gate's refusal. `field` is the empty column, if it is one of the address. */
export function noticeCode({ message, field }: { message: string; field?: string | undefined }): string {
  const known = Object.keys(texts).find((code) => texts[code] === message)
  return known ?? (field ? `empty-${field}` : 'cart-changed')
}

/** The values in `{label} is empty` and `We do not deliver to {postcode}`. */
type About = {
  fields?: readonly { column_name: string; label: string }[]
  postcode?: string | undefined
}

/** The message of a URL's code. Only predefined ones, so that a URL cannot inject text. */
export function noticeOf(url: URL, { fields = [], postcode }: About = {}): string | null {
  const code = url.searchParams.get('notice')
  if (!code) return null
  if (code === 'not-serviceable') return postcode ? `We do not deliver to ${postcode}` : null
  const field = fields.find(({ column_name }) => code === `empty-${column_name}`)
  return field ? `${field.label} is empty` : Object.hasOwn(texts, code) ? (texts[code] ?? null) : null
}

export const withNotice = (path: string, code: string) => `${path}?notice=${encodeURIComponent(code)}`

/** A redirect's message for the page. Removes it from the URL, so that a reload or a bookmark does not repeat it. */
export function useNotice(notice: string | null): string | null {
  const [message, setMessage] = useState(notice)
  useEffect(() => {
    if (!notice) return
    setMessage(notice)
    const url = new URL(location.href)
    url.searchParams.delete('notice')
    url.searchParams.delete('posted')
    history.replaceState(history.state, '', url)
  }, [notice])
  return message
}
