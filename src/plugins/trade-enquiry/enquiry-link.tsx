import type { SlotProps } from '#contract/slots.ts'

/** The smallest order that trade prices are for; the buyer changes it on the enquiry page. */
const usualQuantity = '24'

/** Links to the enquiry page, which starts with this product. */
export function EnquiryLink({
  product_id,
  name,
  data: { page },
}: SlotProps['product.below-buy-box'] & { data: { page: string } }) {
  const query = new URLSearchParams({
    product_id: String(product_id),
    product: name,
    quantity: usualQuantity,
  })
  return (
    <p className="note">
      Buying for a business? <a href={`${page}?${query}`}>Ask for a trade price</a>
    </p>
  )
}
