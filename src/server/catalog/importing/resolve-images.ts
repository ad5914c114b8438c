import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { errorCode } from '#server/platform/kernel/errors.ts'
import type { FileStorage } from '#server/platform/kernel/file-storage.ts'
import {
  MAX_IMAGE_BYTES,
  type MeasuredImage,
  measureImage,
  UnusableImageError,
} from '#server/platform/media/image-file.ts'
import type { ProductDraft } from './product-draft.ts'
import { writeImageFile } from './store-image.ts'

/** A resolved image `src`: to be fetched later, already in our media, a stored local file, or unusable. */
export type ImageSource =
  | { kind: 'url'; url: string; mediaPath: string | null }
  | { kind: 'media'; path: string }
  | { kind: 'file'; image: MeasuredImage }
  | { kind: 'unusable'; reason: string }

export type ImageContext = {
  /** Local images are looked up only in the folder of the CSV. */
  folder: string
  files: FileStorage
  /** The shop's own URL: `https://shop.example/media/…` needs no download. */
  storeUrl: string
  isDryRun: boolean
}

const MAX_URL_CHARS = 2_000

/** Resolves every image of the drafts without downloading. Local files are copied into the storage. */
export async function resolveImages(
  drafts: readonly ProductDraft[],
  context: ImageContext,
): Promise<Map<string, ImageSource>> {
  const sources = new Map<string, ImageSource>()
  for (const draft of drafts) {
    const named = [
      ...draft.images,
      ...draft.variations.flatMap(({ image, line }) => (image ? [{ src: image, line }] : [])),
    ]
    for (const { src, line } of named) {
      const source = sources.get(src) ?? (await resolveImage(src, context))
      sources.set(src, source)
      if (source.kind === 'unusable')
        draft.problems.push({
          line,
          kind: 'warning',
          reason: `The image “${src}” is skipped: ${source.reason}`,
        })
    }
  }
  return sources
}

async function resolveImage(src: string, context: ImageContext): Promise<ImageSource> {
  if (/^(https?:)?\/\//i.test(src)) return resolveUrl(src, context)
  if (/^[a-z][a-z0-9+.-]+:/i.test(src))
    return { kind: 'unusable', reason: 'only http and https addresses are fetched' }
  if (src.startsWith('/media/')) return { kind: 'media', path: decodePath(src.slice('/media/'.length)) }
  return resolveFile(src, context)
}

function resolveUrl(src: string, { storeUrl }: ImageContext): ImageSource {
  const url = URL.parse(src.startsWith('//') ? `https:${src}` : src)
  if (!url || url.href.length > MAX_URL_CHARS) return { kind: 'unusable', reason: 'it is not a valid URL' }
  const mediaPath = url.pathname.startsWith('/media/')
    ? decodePath(url.pathname.slice('/media/'.length))
    : null
  if (mediaPath && url.origin === URL.parse(storeUrl)?.origin) return { kind: 'media', path: mediaPath }
  return { kind: 'url', url: url.href, mediaPath }
}

function decodePath(path: string) {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

async function resolveFile(src: string, { folder, files, isDryRun }: ImageContext): Promise<ImageSource> {
  const path = await realpath(resolve(folder, src)).catch(() => undefined)
  if (!path || !(await isInside(folder, path)))
    return { kind: 'unusable', reason: 'the file is not in the folder of the CSV' }
  const { size } = await stat(path)
  if (size > MAX_IMAGE_BYTES) return { kind: 'unusable', reason: 'it is larger than 20 MB' }
  try {
    const bytes = await readFile(path)
    const image = await measureImage(bytes)
    if (!isDryRun) await writeImageFile(files, image, bytes)
    return { kind: 'file', image }
  } catch (error) {
    if (error instanceof UnusableImageError) return { kind: 'unusable', reason: error.message }
    return {
      kind: 'unusable',
      reason: `it cannot be read (${errorCode(error) ?? 'unknown'})`,
    }
  }
}

/** Expects a resolved path, so that symbolic links cannot lead out of the folder. */
async function isInside(folder: string, path: string) {
  const way = relative(await realpath(folder), path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}
