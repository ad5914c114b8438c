/** `webhookSecrets`: all active ones, two during a rotation. `apiUrl`: overrides the company's URL in tests. */
export type StripeKeys = { secretKey: string; webhookSecrets: readonly string[]; apiUrl?: string }
