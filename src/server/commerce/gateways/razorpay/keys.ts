/** `webhookSecrets`: all active ones, two during a rotation. `apiUrl`: overrides the company's URL in tests. */
export type RazorpayKeys = {
  keyId: string
  keySecret: string
  webhookSecrets: readonly string[]
  apiUrl?: string
}
