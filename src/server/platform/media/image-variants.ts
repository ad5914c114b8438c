import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import * as limits from '#contract/limits.ts'
import { type FileStorage, StorageError, type StoredFile } from '../kernel/file-storage.ts'
import { createJobQueue, type Urgency } from '../kernel/job-queue.ts'
import { imageKind } from './image-kind.ts'
import type { VariantFormat } from './image-process.ts'
import { createImageProcess, type IconShape, type ImageProcess } from './image-process.ts'

export type ImageVariants = {
  /**
   * An image of the media folder in this format, at most `width` pixels wide and never wider than the original.
   * Undefined when it does not exist or is not an image.
   *
   * @throws QueueFull when too many are being rendered.
   */
  find(path: string, width: number, format?: VariantFormat): Promise<Variant | undefined>
  /** Prerenders variants at idle priority, one after the other; resolves when all exist or `signal` aborts. */
  warm(paths: readonly string[], options?: WarmOptions): Promise<void>
  /** A square PNG of a picture of the media folder. @throws as `Variant.body`. */
  icon(path: string, shape: IconShape): Promise<Buffer>
  close(): void
}

export type Variant = {
  etag: string
  /** @throws an overload, see `isImageOverload`, or what the image caused. */
  body(): Promise<Buffer>
  /** The original, if it is small enough to be shown in place of a variant that takes too long. */
  original(): Promise<{ type: string; body: Buffer } | undefined>
}

type WarmOptions = {
  /** Pauses after each variant for this many times what it took, so that requests have the processor; 0 by default. */
  pause?: number
  /** Pixels; by default the widths that phones and laptops request first. */
  widths?: readonly number[]
  onProgress?: (done: number, of: number) => void
  signal?: AbortSignal
}

type Master = StoredFile & { width: number; version: string }

/** Changes whenever the output changes: older files are then rendered again. */
const RECIPE = 'webp-74-1'
/** Larger files are videos, or not worth decoding. */
const MAX_BYTES = 50 * 1024 * 1024
/** Those of the shop's pictures are smaller; a photo of a camera would take longer to load than its variant to make. */
const MAX_ORIGINAL_BYTES = 300 * 1024

/**
 * Derives image variants from the originals and caches them on this host's disk, under a name that contains
 * a hash of the original's bytes: every host gives a variant the same ETag. Spec §9 "Image variants"; security §12; architecture "Images".
 *
 * @param files storage of the originals; `cacheDir`: absolute, used by this module only, may be emptied at any
 * time.
 */
export function createImageVariants({
  files,
  cacheDir,
  log,
  timeoutSeconds = 10,
  images = createImageProcess(),
}: {
  files: Pick<FileStorage, 'find' | 'read'>
  cacheDir: string
  log: Pick<Logger, 'warn'>
  /** Time limit per variant; 0 disables it. */
  timeoutSeconds?: number
  images?: ImageProcess
}): ImageVariants {
  const findMaster = createMasterCache(files, images, log)
  const queue = createJobQueue({ atOnce: 2, maxWaiting: 100 })
  const making = new Map<string, Promise<Buffer>>()
  let isClosed = false

  async function read(
    master: Master,
    { width, format, urgency }: { width: number; format: VariantFormat; urgency: Urgency },
  ): Promise<Buffer> {
    const target = join(cacheDir, hashOf(master.path), `${master.version}-${width}.${format}`)
    const onDisk = await readIfThere(target)
    if (onDisk) return onDisk
    // A request never joins an idle-priority job, which may take long.
    const job = `${urgency} ${target}`
    const known = making.get(job)
    if (known) return known
    const made = queue
      .run(urgency, async () => {
        const cached = await readIfThere(target)
        if (cached) return cached
        const body = await images.derive(await files.read(master.path), { width, format, timeoutSeconds })
        await keepVariant(target, body, master.version, log)
        return body
      })
      .finally(() => making.delete(job))
    making.set(job, made)
    return made
  }

  async function find(path: string, width: number, format: VariantFormat = 'webp') {
    const master = await findMaster(path)
    if (!master) return undefined
    const pixels = Math.min(width, master.width)
    return {
      etag: `"${master.version}-${pixels}${format === 'webp' ? '' : `-${format}`}"`,
      body: () => read(master, { width: pixels, format, urgency: 'now' }),
      original: () => readOriginal(files, master),
    }
  }

  async function warm(paths: readonly string[], options: WarmOptions = {}) {
    const { pause = 0, widths = [limits.imageWidths[0], limits.imageWidths[1]], onProgress, signal } = options
    for (const [done, path] of paths.entries()) {
      if (isClosed || signal?.aborted) return
      const master = await findMaster(path)
      if (master)
        for (const width of new Set(widths.map((width) => Math.min(width, master.width)))) {
          if (isClosed || signal?.aborted) return
          const variant = read(master, { width, format: 'webp', urgency: 'idle' }).catch((error) => {
            // Closing ends the image process, and with it the variant that is being rendered.
            if (!isClosed) log.warn({ err: error, path }, 'image: could not prerender the variant')
          })
          await withPause(variant, pause, signal)
        }
      onProgress?.(done + 1, paths.length)
    }
  }

  function close() {
    isClosed = true
    queue.close()
    images.close()
  }

  return { find, warm, icon: iconsOf(files, images), close }
}

/** Not queued: the caller keeps the few icons that there are. */
const iconsOf =
  (files: Pick<FileStorage, 'read'>, images: ImageProcess): ImageVariants['icon'] =>
  async (path, shape) =>
    images.icon(await files.read(path), shape)

/** Waits for `work`, and then for `pause` times what it took from now, unless `signal` aborts. */
async function withPause(work: Promise<unknown>, pause: number, signal?: AbortSignal) {
  const started = performance.now()
  await work
  await setTimeout((performance.now() - started) * pause, undefined, { signal, ref: false }).catch(() => {})
}

/** Finds originals with their widths, which are remembered until the file changes; undefined is remembered for other files too. */
function createMasterCache(
  files: Pick<FileStorage, 'find' | 'read'>,
  images: ImageProcess,
  log: Pick<Logger, 'warn'>,
) {
  const masters = new Map<string, { file: StoredFile; master: Master | undefined }>()

  const widthOf = async (bytes: Buffer) =>
    imageKind(bytes.subarray(0, 32)) ? images.widthOf(bytes) : undefined

  return async function findMaster(path: string): Promise<Master | undefined> {
    const known = masters.get(path)
    // Sizes that are on this disk are shown while the bucket is away.
    const file = await files.find(path).catch((error: unknown) => {
      if (known && error instanceof StorageError) return known.file
      throw error
    })
    if (!file) return void masters.delete(path)
    if (known && known.file.modifiedMs === file.modifiedMs && known.file.size === file.size)
      return known.master
    const bytes = file.size <= MAX_BYTES ? await files.read(path) : undefined
    const width = bytes && (await widthOf(bytes))
    const master = width === undefined ? undefined : { ...file, width, version: hashOf(RECIPE, bytes) }
    if (!master) log.warn({ path }, 'image: file is not a readable image')
    if (masters.size >= 20_000) masters.clear()
    masters.set(path, { file, master })
    return master
  }
}

async function readOriginal(files: Pick<FileStorage, 'read'>, { path, size }: Master) {
  if (size > MAX_ORIGINAL_BYTES) return undefined
  const body = await files.read(path)
  const kind = imageKind(body.subarray(0, 32))
  return kind && { type: `image/${kind}`, body }
}

/** Replaces the variants of older versions. A full disk only costs time: the variant is served without being cached. */
async function keepVariant(target: string, body: Buffer, version: string, log: Pick<Logger, 'warn'>) {
  const folder = dirname(target)
  const draft = `${target}.${process.pid}.part`
  try {
    await mkdir(folder, { recursive: true })
    await writeFile(draft, body)
    await rename(draft, target)
    const old = (await readdir(folder)).filter((name) => !name.startsWith(version))
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
  } catch (error) {
    log.warn({ err: error }, 'image: could not cache the variant on disk')
    await rm(draft, { force: true }).catch(() => {})
  }
}

const hashOf = (text: string, bytes: Uint8Array = new Uint8Array()) =>
  createHash('sha256').update(text).update(bytes).digest('hex').slice(0, 20)

/**
 * Undefined for a missing, unreadable or empty file (a power cut can leave one): the variant is rendered
 * again.
 */
async function readIfThere(file: string): Promise<Buffer | undefined> {
  const body = await readFile(file).catch(() => undefined)
  return body && body.length > 0 ? body : undefined
}
