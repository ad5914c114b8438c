import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { installedPlugins } from '#plugins/installed.server.ts'
import { serveWebhooks } from '../src/server/commerce/payments/webhook-route.ts'
import { serveRefundPhotos } from '../src/server/http/api/serve-refund-photos.ts'
import type { Services } from '../src/server/platform/kernel/context.ts'

/**
 * Section 7 of the specification and section 5 of the decisions name every call of the product. This list is copied from them;
 * `docs/spec-map.md` names the calls that are not built yet, and this test compares both with the contract.
 */
const section7 = `
GET /api/base/host
POST /api/base/heart-beat
GET /api/storefront/all
POST /api/storefront/verify-password
POST /api/storefront/subscribe-to-mode
GET /api/storefront/initial-values
GET /api/slider/:id
GET /api/menu/:id
GET /api/template/:id
GET /api/page/:id
GET /api/templateBoth/:id?
POST /api/settings/get
GET /api/settings/countries
GET /api/settings/address-fields/:country?
POST /api/auth/login
POST /api/auth/reset
POST /api/auth/validate-reset
POST /api/auth/reset-complete
POST /api/auth/register
POST /api/auth/otp/request
POST /api/auth/otp/verify
POST /api/auth/logout
GET /api/account/get
PUT /api/account/update-profile
PUT /api/account/update-password
POST /api/account/otp/generate
POST /api/account/otp/verify
GET /api/plugins/all
GET /api/plugins/config/:name
PUT /api/plugins/GoogleGtag/track-purchase
PUT /api/plugins/FacebookPixel/track-purchase
POST /api/plugins/TradeEnquiry/submit
POST /api/plugins/emailSubscription/subscribe
POST /api/plugins/Gallery
POST /api/plugins/customGallery
GET /api/plugins/review/fields
POST /api/plugins/review/rate-product
POST /api/plugins/review/product-reviews
GET /api/plugins/PincodeAvaliability/check
POST /api/plugins/ProductCustomisation/uploadImage
GET /api/form/:id
POST /api/form/submit/:id
GET /api/faq/:id
POST /api/blog/list
GET /api/search/search
POST /api/search/search-products
POST /api/product/product-grid
POST /api/product/product-category/:id
GET /api/product/filters/all/:id
GET /api/product/single-product/:id
GET /api/product/single-product/:id/related
POST /api/product/product-collection/:id
POST /api/category/category-grid
GET /api/category/all
GET /api/tag/all
POST /api/shop/:id
GET /api/cart/get
POST /api/cart/add-item
PUT /api/cart/update-qty
DELETE /api/cart/remove-item
GET /api/cart/coupons/get
POST /api/cart/coupons/apply
DELETE /api/cart/coupons/remove
PUT /api/cart/update-address
PUT /api/cart/update-payment-mode
PUT /api/cart/update-shipping-mode
PUT /api/cart/update-contact
PUT /api/cart/update
PUT /api/cart/update-items-price
GET /api/cart/validate
GET /api/cart/validate/address
GET /api/cart/validate/stock
POST /api/checkout/place-order
POST /api/checkout/process-payment
POST /api/checkout/complete-payment
POST /api/checkout/rate-experience
GET /api/checkout/complete
GET /api/address/all
PUT /api/address/update/:id
POST /api/address/add
GET /api/wishlist/get
POST /api/wishlist/add
DELETE /api/wishlist/remove
POST /api/wishlist/moveToCart
GET /api/orders/get
POST /api/orders/item
GET /api/orders/invoice
PUT /api/orders/cancel
POST /api/orders/refund/request
POST /api/track-order
GET /api/track-order/:waybill
`
const decided = `
GET /api/health
GET /api/account/access-logs
DELETE /api/account/sessions/:id
DELETE /api/address/remove/:id
GET /api/blog/post/:slug
POST /api/orders/refund/upload
POST /api/payments/webhook/:gateway
POST /api/product/notify-me
`
/** Added by ADR 0040, 0036, 0039, 0026, 0048, 0046 and 0051. */
const added = `
GET /api/account/sessions
DELETE /api/account/sessions
POST /api/account/email/generate
POST /api/account/email/verify
POST /api/account/re-authenticate/generate
POST /api/account/re-authenticate
GET /api/account/export
POST /api/account/delete
PUT /api/orders/payout
PUT /api/orders/change
POST /api/plugins/slots
GET /api/passkeys/all
POST /api/passkeys/register-options
POST /api/passkeys/register
DELETE /api/passkeys/:id
POST /api/passkeys/login-options
POST /api/passkeys/login
GET /api/orders/credit-note
GET /api/orders/return-label
GET /api/cart/delivery
PUT /api/cart/choose-gift
GET /api/settings/postcode
PUT /api/account/mail-preferences
GET /api/form/posted/:token
POST /api/plugins/emailSubscription/confirm
GET /api/plugins/review/mine
POST /api/plugins/review/helpful
POST /api/storefront/cookie-preferences
POST /api/content/preview-section
GET /api/video
PUT /api/plugins/GoogleTagManager/track-purchase
PUT /api/plugins/MicrosoftClarity/track-purchase
PUT /api/plugins/UmamiAnalytics/track-purchase
PUT /api/wishlist/price-notices
POST /api/plugins/GiftCard/apply
POST /api/plugins/GiftCard/remove
GET /api/plugins/StoreCredit/get
POST /api/plugins/StoreCredit/apply
POST /api/plugins/StoreCredit/remove
GET /api/plugins/AbandonedCart/left
POST /api/plugins/AbandonedCart/restore
`
/** Decided calls outside the contract, because they need the raw body: for its signature, or as a file upload. */
const outsideTheTable = ['POST /api/payments/webhook/:gateway', 'POST /api/orders/refund/upload']
const lines = (text: string) => text.trim().split('\n')
const specified = new Set([...lines(section7), ...lines(decided), ...lines(added)])
const built = new Set<string>([
  ...Object.values(routes).flatMap((group) => Object.values(group)),
  ...installedPlugins
    .flatMap(({ groups }) => groups.flatMap((group) => Object.values(group.routes)))
    // The specification is the shop's; `tests/staff-matrix.test.ts` has all calls of the back office.
    .filter((route) => !route.includes(' /api/admin/')),
])

test('every call of the contract is named by the specification, a decision or an ADR, with the same spelling', () => {
  expect([...built].filter((call) => !specified.has(call))).toEqual([])
})

test('docs/spec-map.md lists exactly the calls that are not built', () => {
  const map = readFileSync(new URL('../docs/spec-map.md', import.meta.url), 'utf8')
  const listed = [...map.matchAll(/^- `((?:GET|POST|PUT|DELETE) \S+)`/gm)].map(([, call]) => call)
  const missing = [...specified].filter((call) => !built.has(call) && !outsideTheTable.includes(call))
  expect(listed.toSorted()).toEqual(missing.toSorted())
})

test('the calls outside the contract are decided and answered', async () => {
  expect(lines(decided)).toEqual(expect.arrayContaining(outsideTheTable))
  const app = Fastify()
  const services = { config: { storeUrl: 'http://localhost:3000' } } as Services
  serveWebhooks(app, services)
  serveRefundPhotos(app, services)
  await app.ready()
  for (const call of outsideTheTable) {
    const [method = '', url = ''] = call.split(' ')
    expect(app.hasRoute({ method: method as 'POST', url })).toBe(true)
  }
  await app.close()
})
