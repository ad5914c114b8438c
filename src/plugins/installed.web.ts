import type { WebPlugins } from '#client/web-plugin.ts'

/** The browser's halves of the installed plugins, by `module_name`. `installed.server.ts` lists the server's; a test compares both. */
export const installedWebPlugins: WebPlugins = {
  TradeEnquiry: () => import('./trade-enquiry/web.ts').then(({ tradeEnquiryWeb }) => tradeEnquiryWeb),
  emailSubscription: () =>
    import('./email-subscription/web.ts').then(({ emailSubscriptionWeb }) => emailSubscriptionWeb),
  PincodeAvaliability: () =>
    import('./pincode-availability/web.ts').then(({ pincodeAvailabilityWeb }) => pincodeAvailabilityWeb),
  ProductCustomisation: () =>
    import('./product-customisation/web.ts').then(({ productCustomisationWeb }) => productCustomisationWeb),
  Review: () => import('./review/web.ts').then(({ reviewWeb }) => reviewWeb),
  WhatsappChat: () => import('./whatsapp-chat/web.ts').then(({ whatsappChatWeb }) => whatsappChatWeb),
  BackInStock: () => import('./back-in-stock/web.ts').then(({ backInStockWeb }) => backInStockWeb),
  Gallery: () => import('./gallery/web.ts').then(({ galleryWeb }) => galleryWeb),
  GoogleGtag: () => import('./google-gtag/web.ts').then(({ googleGtagWeb }) => googleGtagWeb),
  GoogleTagManager: () =>
    import('./google-tag-manager/web.ts').then(({ googleTagManagerWeb }) => googleTagManagerWeb),
  FacebookPixel: () => import('./facebook-pixel/web.ts').then(({ facebookPixelWeb }) => facebookPixelWeb),
  MicrosoftClarity: () =>
    import('./microsoft-clarity/web.ts').then(({ microsoftClarityWeb }) => microsoftClarityWeb),
  UmamiAnalytics: () => import('./umami-analytics/web.ts').then(({ umamiAnalyticsWeb }) => umamiAnalyticsWeb),
  GiftCard: () => import('./gift-card/web.ts').then(({ giftCardWeb }) => giftCardWeb),
  StoreCredit: () => import('./store-credit/web.ts').then(({ storeCreditWeb }) => storeCreditWeb),
  AbandonedCart: () => import('./abandoned-cart/web.ts').then(({ abandonedCartWeb }) => abandonedCartWeb),
  Wishlist: () => import('./wishlist/web.ts').then(({ wishlistWeb }) => wishlistWeb),
}
