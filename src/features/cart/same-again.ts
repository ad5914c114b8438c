type Bought = {
  product_id: number
  quantity: number
  additonal_data: { custom_text: string | null; image_path: string | null } | null
}

/** What adds the same to the cart once more: as many, made one's own in the same way. */
export function sameAgain({ product_id, quantity, additonal_data }: Bought) {
  const { custom_text, image_path } = additonal_data ?? {}
  if (!additonal_data) return { product_id, quantity }
  return {
    product_id,
    quantity,
    additonal_data: { ...(custom_text ? { custom_text } : {}), ...(image_path ? { image_path } : {}) },
  }
}
