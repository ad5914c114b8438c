/** `webhookSecrets`: all that are active, two while one is being replaced. `apiUrl`: another one than the company's, in tests. */
export type StripeKeys = { secretKey: string; webhookSecrets: readonly string[]; apiUrl?: string }

export type RazorpayKeys = {
  keyId: string
  keySecret: string
  webhookSecrets: readonly string[]
  apiUrl?: string
}

/** The keys of the payment companies: each is switched on by its own, and off without them. Issue C, payments. */
export type GatewayKeys = { stripe?: StripeKeys; razorpay?: RazorpayKeys }

export const gatewayVariables = {
  STRIPE_SECRET_KEY: {
    about: 'Stripe’s secret key; with it the shop takes cards (webhook: /api/payments/webhook/stripe)',
    fallback: '',
  },
  STRIPE_WEBHOOK_SECRET: {
    about: 'signs Stripe’s webhooks; two by a comma while one is replaced',
    fallback: '',
  },
  RAZORPAY_KEY_ID: {
    about:
      'Razorpay’s key id; with it the shop takes UPI and cards (webhook: /api/payments/webhook/razorpay)',
    fallback: '',
  },
  RAZORPAY_KEY_SECRET: { about: 'Razorpay’s key secret', fallback: '' },
  RAZORPAY_WEBHOOK_SECRET: {
    about: 'signs Razorpay’s webhooks; two by a comma while one is replaced',
    fallback: '',
  },
} as const

export type GatewayVariable = keyof typeof gatewayVariables

export const gatewayVariableNames = Object.keys(gatewayVariables) as GatewayVariable[]

const companies: GatewayVariable[][] = [
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'],
]

const shapes: Record<GatewayVariable, { shape: RegExp; words: string }> = {
  STRIPE_SECRET_KEY: {
    shape: /^[sr]k_(test|live)_\w{10,}$/,
    words: 'must be a secret key of Stripe: sk_live_… or sk_test_…',
  },
  STRIPE_WEBHOOK_SECRET: {
    shape: /^whsec_\w{10,}(\s*,\s*whsec_\w{10,})*$/,
    words: 'must be a signing secret of Stripe: whsec_…',
  },
  RAZORPAY_KEY_ID: {
    shape: /^rzp_(test|live)_\w{6,}$/,
    words: 'must be a key id of Razorpay: rzp_live_… or rzp_test_…',
  },
  RAZORPAY_KEY_SECRET: { shape: /^\S{12,}$/, words: 'must have at least 12 characters' },
  RAZORPAY_WEBHOOK_SECRET: {
    shape: /^[^\s,]{12,}(\s*,\s*[^\s,]{12,})*$/,
    words: 'must have at least 12 characters',
  },
}

type Given = Partial<Record<GatewayVariable, string | undefined>>

/** What is wrong with the keys that were given; a line never shows one. */
export function gatewayKeyProblems(given: Given, mode: string): { variable: string; problem: string }[] {
  const problems = companies
    .filter((names) => names.some((name) => given[name]))
    .flat()
    .map((variable) => ({ variable, problem: problemOf(variable, given[variable], mode) }))
  return problems.filter(
    (one): one is { variable: GatewayVariable; problem: string } => one.problem !== undefined,
  )
}

function problemOf(name: GatewayVariable, value: string | undefined, mode: string): string | undefined {
  const company = name.startsWith('STRIPE') ? 'Stripe' : 'Razorpay'
  if (!value) return `is missing: ${company} needs all of its keys`
  if (!shapes[name].shape.test(value)) return shapes[name].words
  // Security §21: what takes no money is not for a shop in earnest.
  if (mode === 'production' && /^(sk|rk|rzp)_test_/.test(value)) return 'must be a live key in production'
  return undefined
}

/** The keys that were given. Ask it only when nothing is wrong with them. */
export function gatewayKeysOf(given: Given): GatewayKeys {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET = '' } = given
  const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET = '', RAZORPAY_WEBHOOK_SECRET = '' } = given
  return {
    ...(STRIPE_SECRET_KEY && {
      stripe: { secretKey: STRIPE_SECRET_KEY, webhookSecrets: listOf(STRIPE_WEBHOOK_SECRET) },
    }),
    ...(RAZORPAY_KEY_ID && {
      razorpay: {
        keyId: RAZORPAY_KEY_ID,
        keySecret: RAZORPAY_KEY_SECRET,
        webhookSecrets: listOf(RAZORPAY_WEBHOOK_SECRET),
      },
    }),
  }
}

const listOf = (text: string) => text.split(',').map((secret) => secret.trim())
