import { z } from 'zod'
import { definePlugin } from '#contract/plugin.ts'

/** Spec §2 "Account menu", §7 "Wishlist". ADR 0051. */
export const wishlistPlugin = definePlugin({
  module_name: 'Wishlist',
  title: 'Wishlist',
  description: 'Customers save products with a heart and find them in their account.',
  icon: 'heart',
  config: z.object({}),
})
