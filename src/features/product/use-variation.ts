import { useId, useRef, useState } from 'react'
import type { ProductShown } from './product-shown.ts'

export type Variation = ReturnType<typeof useVariation>

/**
 * The shopper's choice of a product: variation, quantity and customisation. Another variation keeps them; a
 * quantity above its stock is reduced while it is chosen. `onChoose` receives the URL of the choice.
 */
export function useVariation(product: ProductShown, onChoose: (href: string) => void = () => {}) {
  const { slug, variations, channel, min_quantity, max_quantity } = product
  const form = useRef<HTMLFormElement>(null)
  const formId = useId()
  const [sku, setSku] = useState(channel.sku)
  // The server has sent another variation of the product (a link, back, forward), which replaces an earlier
  // choice.
  const [sentSku, setSentSku] = useState(channel.sku)
  const [unset, setUnset] = useState(product.choose)
  const [wanted, setWanted] = useState(min_quantity)
  const [customText, setCustomText] = useState('')
  const [note, setNote] = useState('')
  if (sentSku !== channel.sku) {
    setSentSku(channel.sku)
    setSku(channel.sku)
    setUnset(product.choose)
  }
  // Its page has a combination for each variation on sale, one at least.
  const { combinations } = variations
  const shown = combinations.find((one) => one.sku === sku) ?? combinations[0]!
  const most = Math.min(max_quantity, Math.max(min_quantity, shown.available_quantity))
  const quantity = Math.min(wanted, most)
  const { [unset ?? '']: _, ...chosen } = shown.options
  // `choose`: the page still asks for the other attribute.
  const hrefOf = (of: string, code?: string) =>
    `/product/${slug}?sku=${encodeURIComponent(of)}${unset && code && code !== unset ? `&choose=${unset}` : ''}`
  return {
    shown,
    /** The options of `shown` that the shopper has chosen or accepted; `unset` is the code of the missing one. */
    chosen,
    unset,
    isSoldOut: shown.availability === 'out_of_stock',
    quantity,
    wanted,
    most,
    customText,
    /** A message about other options that a choice has changed. */
    note,
    hrefOf,
    /** The form of the buy buttons. Its id differs on the same product in a dialog, or on a prerendered page. */
    form,
    formId,
    setWanted,
    setCustomText,
    choose(next: string, words: string, code: string) {
      setSku(next)
      setNote(words)
      if (code === unset) setUnset(undefined)
      onChoose(hrefOf(next, code))
    },
    /** Props of the buy buttons. */
    buying: {
      productId: shown.product_id,
      quantity,
      form,
      word: unset ? undefined : shown.sold_ahead?.label,
      ...(customText.trim() ? { customisation: { custom_text: customText.trim() } } : {}),
      // Clears the customisation (spec §4, session events).
      onAdded: () => setCustomText(''),
    },
  }
}
