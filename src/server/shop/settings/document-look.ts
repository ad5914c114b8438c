import { contrastOf, rgbOf } from '#contract/rules/contrast.ts'
import { type DocumentLook, plainDocumentLook } from '#contract/rules/document-look.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { Db } from '#server/platform/kernel/context.ts'
import type { FileStorage } from '#server/platform/kernel/file-storage.ts'
import { createImageProcess } from '#server/platform/media/image-process.ts'

/** How a document is drawn, stored with it when it is issued. */
export type IssuedLook = Pick<DocumentLook, 'footer' | 'show_sku'> & {
  /** Path in the media folder; null for the name alone. */
  logo: string | null
  /** `#0b5fff`, dark enough to be read on white; null for black. */
  accent: string | null
}

/** SQL: a `StoredLook` of the default channel's storefront. */
export const storedLookSql = `(select json_build_object('look', s.appearance -> 'document_look', 'logo', s.appearance -> 'logo1' ->> 'path')
  from storefronts s join channels d on d.id = s.channel_id where d.is_default limit 1)`

/** `look` may lack fields that another release does not know. */
export type StoredLook = { look: Partial<DocumentLook> | null; logo: string | null } | null

const lookOfDocuments = prepared<{ stored: StoredLook }>(
  'read look of documents',
  `select ${storedLookSql} as stored`,
)

/** The look of documents with the path of the shop's logo, whether they show it or not. */
export async function readDocumentLook(db: Db): Promise<{ look: DocumentLook; logo: string | null }> {
  const stored = (await lookOfDocuments.first(db))?.stored
  return { look: { ...plainDocumentLook, ...stored?.look }, logo: stored?.logo ?? null }
}

/** What an invoice or a credit note that is issued now keeps. */
export function issuedLook(stored: StoredLook): IssuedLook {
  const { show_logo, accent, footer, show_sku } = { ...plainDocumentLook, ...stored?.look }
  return { logo: (show_logo && stored?.logo) || null, accent: readable(accent), footer, show_sku }
}

/** As PDF writes colors, without transparency; a light accent would make titles unreadable. */
function readable(accent: string | null): string | null {
  const rgb = rgbOf(accent ?? '')
  if (!accent || !rgb || (contrastOf(accent, '#ffffff') ?? 0) < 4.5) return null
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}

const PIXELS = 720
/** Ends by itself when no logo has been requested for a while. */
const images = createImageProcess()

/** The logo as JPEG on white; undefined without one, and for a picture that is gone or cannot be read: the document has the name. */
export async function readLogo(
  files: Pick<FileStorage, 'read'>,
  look: Pick<IssuedLook, 'logo'> | undefined,
): Promise<Buffer | undefined> {
  if (!look?.logo) return undefined
  try {
    const bytes = await files.read(look.logo)
    return await images.derive(bytes, { width: PIXELS, format: 'jpeg', timeoutSeconds: 10 })
  } catch {
    return undefined
  }
}
