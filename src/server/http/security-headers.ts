import { createHash } from 'node:crypto'

type Headers = Record<string, string>

/** What may run on a page: whatever carries the nonce, or exactly these inline texts. */
export type Allowed = { nonce: string } | { scripts: readonly string[]; styles: readonly string[] }

const YEAR_SECONDS = 31_536_000

/** The headers that every kind of reply carries against misuse. Security §13. */
export function createSecurityHeaders({
  storeUrl,
  isDevelopment = false,
  formTargets = [],
}: {
  storeUrl: string
  isDevelopment?: boolean
  /** Origins that a form of ours may go to: of a payment company whose page is opened by one. */
  formTargets?: readonly string[]
}) {
  const everywhere: Headers = {
    'x-content-type-options': 'nosniff',
    // Browsers would hold an http shop on the same host to it, so only where all of the shop is https.
    ...(storeUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  }
  const documents: Headers = {
    ...everywhere,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': PERMISSIONS,
    'x-frame-options': 'DENY',
  }
  return {
    /** For HTML. In development Vite puts in scripts and styles of its own, and speaks over a web socket. */
    document: (allowed: Allowed): Headers => ({
      ...documents,
      'content-security-policy': isDevelopment
        ? developmentPolicy(formTargets)
        : contentSecurityPolicy(allowed, formTargets),
    }),
    /** For JSON and other replies that scripts of ours read. */
    data: { ...everywhere, 'cross-origin-resource-policy': 'same-origin' } satisfies Headers,
    /**
     * For pictures and other files. Opened on its own a file is nothing but itself: an SVG's scripts do not run.
     * `cross-origin` lets mails and product feeds show the shop's own pictures.
     */
    file: (shownOn: 'same-origin' | 'cross-origin'): Headers => ({
      ...everywhere,
      'cross-origin-resource-policy': shownOn,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }),
  }
}

export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>

/**
 * Scripts: those with the page's nonce or a known hash, and what they load themselves. `'self'` is for browsers that do
 * not know `strict-dynamic`; the others ignore it. ADR 0005.
 */
export function contentSecurityPolicy(allowed: Allowed, formTargets: readonly string[] = []): string {
  const scripts = 'nonce' in allowed ? [`'nonce-${allowed.nonce}'`] : allowed.scripts.map(hashOf)
  const styles = 'nonce' in allowed ? [`'nonce-${allowed.nonce}'`] : allowed.styles.map(hashOf)
  return [
    "default-src 'self'",
    ['script-src', ...new Set(scripts), "'strict-dynamic'", "'self'"].join(' '),
    ['style-src', "'self'", ...new Set(styles)].join(' '),
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    formAction(formTargets),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const developmentPolicy = (formTargets: readonly string[]) =>
  `default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' ws:; ${formAction(formTargets)}; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`

const formAction = (targets: readonly string[]) => ['form-action', "'self'", ...targets].join(' ')

/** A shop has a handful of inline texts, the same on all of its pages. */
function hashOf(text: string): string {
  const known = hashes.get(text)
  if (known !== undefined) return known
  const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  if (hashes.size < MOST_HASHES) hashes.set(text, hash)
  return hash
}

const hashes = new Map<string, string>()
const MOST_HASHES = 100

/** The shop needs none of these; who gets a script in shall not have them either. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'usb', 'serial', 'midi', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ')
