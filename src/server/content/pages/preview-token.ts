import { isSignedFor, type SigningSecrets, signFor } from '#server/platform/config/sign-for.ts'

export const previewTokenSeconds = 900

/** Instead of a page's id: every page, with the draft of the appearance. */
export const WHOLE_SHOP = 0

/** Which editor may frame the preview: the configured one (`EDITOR_ORIGIN`), or the back office, which has the shop's own origin. */
export type PreviewEditor = 'configured' | 'back office'

const purposes = { configured: 'page preview', 'back office': 'back office preview' } as const

/**
 * A token that shows one page's draft, or the whole shop with the draft of its appearance, for 15 minutes to any visitor who has it. Create it only for staff who may edit the page.
 * Security §24.
 */
export function createPreviewToken(
  config: SigningSecrets,
  pageId: number,
  { now = Date.now(), editor = 'configured' }: { now?: number; editor?: PreviewEditor } = {},
): string {
  const expires = Math.floor(now / 1_000) + previewTokenSeconds
  return `${pageId}.${expires}.${signFor(config, purposes[editor], textOf(pageId, expires))}`
}

/** The page and the editor of a token; undefined when the token is invalid or has expired. */
export function readPreviewToken(
  config: SigningSecrets,
  token: string | undefined,
  now = Date.now(),
): { pageId: number; editor: PreviewEditor } | undefined {
  const [, page, expires, signature] = /^(\d{1,10})\.(\d{1,12})\.([\w-]{43})$/.exec(token ?? '') ?? []
  if (page === undefined || expires === undefined || signature === undefined) return undefined
  if (Number(expires) * 1_000 <= now) return undefined
  const text = textOf(Number(page), Number(expires))
  for (const editor of ['configured', 'back office'] as const)
    if (isSignedFor(config, purposes[editor], { text, signature })) return { pageId: Number(page), editor }
}

const textOf = (pageId: number, expires: number) => `page preview\n${pageId}\n${expires}`
