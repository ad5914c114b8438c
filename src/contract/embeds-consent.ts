/** Consent entry of videos and maps from other companies. Offered only while a page shows one. ADR 0028. */
export const embedsConsent = 'embeds'
