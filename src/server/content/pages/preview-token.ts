import { keysOf } from '#contract/rules/own-value.ts'
import { isSignedFor, type SigningSecrets, signFor } from '#server/platform/config/sign-for.ts'

export const previewTokenSeconds = 900

/** Instead of a page's id: every page, with the draft of the appearance. */
export const WHOLE_SHOP = 0

/**
 * What may be shown: a page in the frame of the configured editor (`EDITOR_ORIGIN`), or in that of the back office, which has the shop's
 * own origin; or a product that is not published.
 */
const purposes = {
  configured: 'page preview',
  'back office': 'back office preview',
  product: 'product preview',
} as const
export type PreviewKind = keyof typeof purposes

/**
 * A token that shows one page's draft, the whole shop with the draft of its appearance, or one product that is not published, for 15
 * minutes to any visitor who has it. Create it only for staff who may read the record.
 * Security §24.
 */
export function createPreviewToken(
  config: SigningSecrets,
  id: number,
  { now = Date.now(), kind = 'configured' }: { now?: number; kind?: PreviewKind } = {},
): string {
  const expires = Math.floor(now / 1_000) + previewTokenSeconds
  return `${id}.${expires}.${signFor(config, purposes[kind], textOf(id, expires))}`
}

/** The record and the kind of a token; undefined when the token is invalid or has expired. */
export function readPreviewToken(
  config: SigningSecrets,
  token: string | undefined,
  now = Date.now(),
): { id: number; kind: PreviewKind } | undefined {
  const [, id, expires, signature] = /^(\d{1,10})\.(\d{1,12})\.([\w-]{43})$/.exec(token ?? '') ?? []
  if (id === undefined || expires === undefined || signature === undefined) return undefined
  if (Number(expires) * 1_000 <= now) return undefined
  const text = textOf(Number(id), Number(expires))
  for (const kind of keysOf(purposes))
    if (isSignedFor(config, purposes[kind], { text, signature })) return { id: Number(id), kind }
}

const textOf = (id: number, expires: number) => `page preview\n${id}\n${expires}`
