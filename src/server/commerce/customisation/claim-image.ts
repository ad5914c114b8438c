import { prepared } from '#server/platform/db/prepared.ts'
import type { Tx } from '#server/platform/kernel/context.ts'

/** Keeps a picture of the product for a line. @returns false for an unknown or deleted picture, or another product's. */
export const claimImage = async (tx: Tx, path: string, productId: number): Promise<boolean> =>
  (await claim.first(tx, path, productId)) !== undefined

/** The update makes a concurrent deletion of unused pictures see the new time. */
const claim = prepared<{ path: string }>(
  'claim customisation image',
  `update customisation_images set used_at = now() where path = $1::text and product_id = $2::integer
  returning path`,
)
