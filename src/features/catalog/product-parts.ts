import { latePart } from '#client/late-part.tsx'

// What the first paint of a product has from the server: its code comes later.
const late = async () => (await import('./product-late-parts.ts')).lateParts

export const BuyBar = latePart(async () => (await late()).BuyBar)
export const Gallery = latePart(async () => (await late()).Gallery)
export const ProductFacts = latePart(async () => (await late()).ProductFacts)
export const ProductOptions = latePart(async () => (await late()).ProductOptions)
export const Quantity = latePart(async () => (await late()).ProductQuantity)
export const RecentlyViewed = latePart(async () => (await late()).RecentlyViewed)

export const productParts = [BuyBar, Gallery, ProductFacts, ProductOptions, Quantity, RecentlyViewed]
