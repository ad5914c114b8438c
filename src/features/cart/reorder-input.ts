type Bought = {
  product_id: number
  quantity: number
  additonal_data: { custom_text: string | null; image_path: string | null } | null
}

/** The input that adds an equal line to the cart: same quantity and customisation. */
export function reorderInput({ product_id, quantity, additonal_data }: Bought) {
  const { custom_text, image_path } = additonal_data ?? {}
  if (!additonal_data) return { product_id, quantity }
  return {
    product_id,
    quantity,
    additonal_data: { ...(custom_text ? { custom_text } : {}), ...(image_path ? { image_path } : {}) },
  }
}
