/** Spelt so in the spec (§2 Layout). */
const PRODUCT_MESSAGE = 'Hi, i would like talk about this product'

type Chat = { mobile_no: string; default_message: string }

/** The link that opens the chat; `productUrl` is the address of the page, on product pages only. Spec §2 Layout. */
export function chatUrl({ mobile_no, default_message }: Chat, productUrl?: string): string {
  const text = productUrl === undefined ? default_message : `${PRODUCT_MESSAGE} ${productUrl}`
  return `https://wa.me/${mobile_no}?text=${encodeURIComponent(text)}`
}
