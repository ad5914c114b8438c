import { useState } from 'react'
import type { Combination } from '#contract/catalogue.ts'
import type { ProductShown } from './product-shown.ts'

export type Variation = ReturnType<typeof useVariation>

/**
 * The choice that a shopper makes of a product: which variation, how many, with which words. Nothing is reset by choosing another
 * variation; a quantity that it does not have is cut for as long as it is chosen. `onChoose` is told the address of the choice.
 */
export function useVariation(product: ProductShown, onChoose: (href: string) => void = () => {}) {
  const { slug, variations, channel, min_quantity, max_quantity } = product
  const [sku, setSku] = useState(channel.sku)
  // The server has sent another variation of the product (a link, back, forward): it goes before an earlier choice.
  const [sentSku, setSentSku] = useState(channel.sku)
  const [wanted, setWanted] = useState(min_quantity)
  const [customText, setCustomText] = useState('')
  const [note, setNote] = useState('')
  if (sentSku !== channel.sku) {
    setSentSku(channel.sku)
    setSku(channel.sku)
  }
  const shown: Combination = variations.combinations.find((one) => one.sku === sku) ?? {
    product_id: product.id,
    sku: channel.sku,
    options: {},
    gtin: null,
    selling_price: channel.selling_price,
    mrp: channel.mrp,
    availability: product.availability,
    available_quantity: product.available_quantity,
  }
  const most = Math.min(max_quantity, Math.max(min_quantity, shown.available_quantity))
  const quantity = Math.min(wanted, most)
  const hrefOf = (of: string) => `/product/${slug}?sku=${encodeURIComponent(of)}`
  return {
    shown,
    isSoldOut: shown.availability === 'out_of_stock',
    quantity,
    wanted,
    most,
    customText,
    /** What a choice has changed besides itself. */
    note,
    hrefOf,
    setWanted,
    setCustomText,
    choose(next: string, words: string) {
      setSku(next)
      setNote(words)
      onChoose(hrefOf(next))
    },
    /** For the buttons that put it into the cart. */
    buying: {
      productId: shown.product_id,
      quantity,
      ...(customText.trim() ? { customisation: { custom_text: customText.trim() } } : {}),
      // What was typed for it is held no longer (spec §4, session events).
      onAdded: () => setCustomText(''),
    },
  }
}
