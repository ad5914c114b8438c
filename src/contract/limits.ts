/**
 * The numbers of the spec's section 9 and the page sizes of decisions §3. Times are in ms unless the name
 * says otherwise. Import the namespace, `import * as limits from '#contract/limits.ts'`, so that the bundle
 * contains only what is used.
 */
export const gridColumns = { default: 4, min: 1, max: 6 } as const
export const addedIndicator = 2_000
export const stickyHeaderAtPx = 50
export const imageWidths = [320, 640, 768, 1024, 1280, 1536] as const
export const cookiePreferencesMaxAgeSeconds = 31_536_000
export const heartbeatCookieDays = 7
export const scrollToTopAtShare = 0.5
export const otpLength = 4
export const phoneDigits = 10
export const passwordMinLength = 6
export const focusDelay = 500
export const strengthDebounce = 250
export const phoneDebounce = 750
export const asyncValidationDebounce = 200
export const prefetchPending = 4
export const perPage = { listing: 24, orders: 10, blog: 9, suggestions: 6, reviews: 10, max: 96 } as const
export const imageDensities = [1, 2] as const
export const cartExpireDays = 30
export const maxCartLines = 100
export const maxAddresses = 20
