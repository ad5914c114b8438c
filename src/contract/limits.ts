import { earlyLimits } from './early-limits.ts'

/** The numbers of the spec's section 9 and the page sizes of decisions §3. Times are in ms unless the name says otherwise. */
export const limits = {
  ...earlyLimits,
  cookiePreferencesMaxAgeSeconds: 31_536_000,
  heartbeatCookieDays: 7,
  scrollToTopAtShare: 0.5,
  otpLength: 4,
  phoneDigits: 10,
  passwordMinLength: 6,
  focusDelay: 500,
  strengthDebounce: 250,
  phoneDebounce: 750,
  asyncValidationDebounce: 200,
  prefetchPending: 4,
  perPage: { listing: 24, orders: 10, blog: 9, suggestions: 6, reviews: 10, max: 96 },
  imageDensities: [1, 2],
  cartExpireDays: 30,
  maxCartLines: 100,
  maxAddresses: 20,
  maxWishlistItems: 200,
} as const
