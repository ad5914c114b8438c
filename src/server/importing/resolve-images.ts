import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { LARGEST_IMAGE, type MeasuredImage, measureImage, UnusableImageError } from './image-file.ts'
import type { ProductDraft } from './product-draft.ts'
import { writeImageFile } from './store-image.ts'

/** What a `src` of the file is: to be fetched later, our own already, a file that was taken in, or of no use. */
export type ImageSource =
  | { kind: 'url'; url: string; mediaPath: string | null }
  | { kind: 'media'; path: string }
  | { kind: 'file'; image: MeasuredImage }
  | { kind: 'unusable'; reason: string }

export type ImageContext = {
  /** Pictures are looked for in the folder of the CSV, and nowhere else. */
  folder: string
  mediaDir: string
  /** The shop's own address: `https://shop.example/media/…` needs no fetching. */
  storeUrl: string
  isDryRun: boolean
}

const LONGEST_URL = 2_000

/** Looks up every picture that the drafts name; nothing is fetched. Pictures in files are copied into the media folder. */
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
          reason: `The picture “${src}” is left out: ${source.reason}`,
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
  if (!url || url.href.length > LONGEST_URL) return { kind: 'unusable', reason: 'it is no web address' }
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

async function resolveFile(src: string, { folder, mediaDir, isDryRun }: ImageContext): Promise<ImageSource> {
  const path = await realpath(resolve(folder, src)).catch(() => undefined)
  if (!path || !(await isInside(folder, path)))
    return { kind: 'unusable', reason: 'there is no such file in the folder of the CSV' }
  const { size } = await stat(path)
  if (size > LARGEST_IMAGE) return { kind: 'unusable', reason: 'it is larger than 20 MB' }
  try {
    const bytes = await readFile(path)
    const image = await measureImage(bytes)
    if (!isDryRun) await writeImageFile(mediaDir, image, bytes)
    return { kind: 'file', image }
  } catch (error) {
    if (error instanceof UnusableImageError) return { kind: 'unusable', reason: error.message }
    return {
      kind: 'unusable',
      reason: `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    }
  }
}

/** Links are followed before this is asked: none leads out of the folder. */
async function isInside(folder: string, path: string) {
  const way = relative(await realpath(folder), path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}
