import { invalid, notFound, rejected } from '#server/platform/kernel/errors.ts'

export const productNotAvailable = () => notFound('This product is not available')

export const productNotInWishlist = () => notFound('This product is not in your wishlist')

/** @param most number of products that a wishlist holds */
export const wishlistFull = (most: number) =>
  rejected(
    'WISHLIST_FULL',
    `Your wishlist is full: it holds ${most} products. Remove one you no longer want.`,
  )

export const emailMissing = () => invalid({ is_enabled: ['Add an email address to your profile first'] })
