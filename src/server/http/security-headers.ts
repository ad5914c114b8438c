import { createHash } from 'node:crypto'
import type { CspSources } from '#contract/plugin.ts'

type Headers = Record<string, string>

/** What may run on a page: scripts and styles with the nonce, or exactly these inline texts. */
export type Allowed = { nonce: string } | { scripts: readonly string[]; styles: readonly string[] }

const YEAR_SECONDS = 31_536_000

/** The security headers of every kind of reply. Security §13. */
export function createSecurityHeaders({
  storeUrl,
  isDevelopment = false,
  formTargets = () => [],
}: {
  storeUrl: string
  isDevelopment?: boolean
  /** Origins that our forms may post to now: payment providers whose page is opened by a form. */
  formTargets?: () => readonly string[]
}) {
  const everywhere: Headers = {
    'x-content-type-options': 'nosniff',
    // Browsers would apply it to an http shop on the same host, so it is sent only when the whole shop is https.
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
  const policyOf = (allowed: Allowed, sources: CspSources) =>
    isDevelopment
      ? developmentPolicy(formTargets(), sources)
      : contentSecurityPolicy(allowed, formTargets(), sources)
  return {
    /** For HTML. In development Vite adds scripts and styles of its own, and uses a web socket. */
    document: (allowed: Allowed, sources: CspSources = {}): Headers => ({
      ...documents,
      'content-security-policy': policyOf(allowed, sources),
    }),
    /** For a preview that only this origin, or its own (`self`), may show in a frame. `X-Frame-Options` cannot name another origin, so it is left out. */
    preview: (allowed: Allowed, sources: CspSources, host: string): Headers => {
      const { 'x-frame-options': _none, ...framed } = documents
      return {
        ...framed,
        'content-security-policy': policyOf(allowed, sources).replace(
          "frame-ancestors 'none'",
          `frame-ancestors ${host === 'self' ? "'self'" : host}`,
        ),
      }
    },
    /** For JSON and other replies that our scripts read. */
    data: { ...everywhere, 'cross-origin-resource-policy': 'same-origin' } satisfies Headers,
    /**
     * For images and other files. Opened on their own they cannot run scripts, which matters for SVG. `cross-origin`
     * lets mails and product feeds show the shop's own images.
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
 * Scripts: those with the page's nonce or a known hash, and the scripts they load. `'self'` is for browsers without
 * `strict-dynamic`; the others ignore it. ADR 0022.
 */
export function contentSecurityPolicy(
  allowed: Allowed,
  formTargets: readonly string[] = [],
  /** Sources of plugins; `strict-dynamic` lets scripts of ours load theirs in any case. ADR 0050. */
  sources: CspSources = {},
): string {
  const scripts = 'nonce' in allowed ? [`'nonce-${allowed.nonce}'`] : allowed.scripts.map(hashOf)
  const styles = 'nonce' in allowed ? [`'nonce-${allowed.nonce}'`] : allowed.styles.map(hashOf)
  return [
    "default-src 'self'",
    directive('script-src', [...new Set(scripts), "'strict-dynamic'", "'self'"], sources),
    directive('style-src', ["'self'", ...new Set(styles)], sources),
    "style-src-attr 'unsafe-inline'",
    directive('img-src', ["'self'", 'data:'], sources),
    directive('connect-src', ["'self'"], sources),
    ...defaultDirectives(sources),
    formAction(formTargets),
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

const developmentPolicy = (formTargets: readonly string[], sources: CspSources) =>
  [
    "default-src 'self'",
    directive('script-src', ["'self'", "'unsafe-inline'"], sources),
    directive('style-src', ["'self'", "'unsafe-inline'"], sources),
    directive('img-src', ["'self'", 'data:'], sources),
    directive('connect-src', ["'self'", 'ws:'], sources),
    ...defaultDirectives(sources),
    formAction(formTargets),
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const directive = (name: keyof CspSources, own: readonly string[], sources: CspSources) =>
  [name, ...own, ...(sources[name] ?? [])].join(' ')

/** Without sources of a plugin, `default-src` covers fonts and media. */
const defaultDirectives = (sources: CspSources) => [
  directive('frame-src', ["'self'", ...embedOrigins], sources),
  ...(['font-src', 'media-src'] as const)
    .filter((name) => sources[name])
    .map((name) => directive(name, ["'self'"], sources)),
]

/**
 * Frames of the sections for videos and maps. They load after the visitor has agreed, also after a soft navigation, which
 * keeps the policy of the first page.
 */
const embedOrigins = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.google.com',
]

const formAction = (targets: readonly string[]) => ['form-action', "'self'", ...targets].join(' ')

/** Cached, since a shop has only a few inline texts, the same on all of its pages. */
function hashOf(text: string): string {
  const known = hashes.get(text)
  if (known !== undefined) return known
  const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  if (hashes.size < MAX_HASHES) hashes.set(text, hash)
  return hash
}

const hashes = new Map<string, string>()
const MAX_HASHES = 100

/** The shop needs none of these; an injected script must not have them either. */
const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'usb', 'serial', 'midi', 'browsing-topics']
  .map((feature) => `${feature}=()`)
  .join(', ')
