import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import sharp from 'sharp'
import { limits } from '#contract/limits.ts'
import { imageKind } from './image-kind.ts'
import { createJobQueue, type Urgency } from './job-queue.ts'
import { findMediaFile, type MediaFile } from './media-path.ts'

export type ImageVariants = {
  /**
   * A picture of the media folder as webp, at most `width` pixels wide and never wider than the picture itself.
   * Undefined when there is none, or when it is no picture.
   *
   * @throws QueueFull when too many are being made.
   */
  find(path: string, width: number): Promise<Variant | undefined>
  /** Makes variants ahead while nobody waits for one; resolves when all are there, or `signal` says to stop. */
  warm(paths: readonly string[], options?: WarmOptions): Promise<void>
  close(): void
}

export type Variant = { etag: string; body(): Promise<Buffer> }

type WarmOptions = {
  /** Pixels; by default what phones and laptops ask for first. */
  widths?: readonly number[]
  onProgress?: (done: number, of: number) => void
  signal?: AbortSignal
}

type Master = MediaFile & { path: string; width: number; version: string }

/** Changes whenever pictures come out differently: older files are then made anew. */
const RECIPE = 'webp-74-1'
const MAX_PIXELS = 40_000_000

// One thread a picture, two pictures at a time: the rest of the processor is for pages. Its cache would only cost memory.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Derives pictures from their masters and keeps them on disk, under a name that holds the master's time and size.
 * Spec §9 "Image variants"; security §12; architecture "Images".
 *
 * @param mediaDir absolute folder of the masters; `cacheDir`: absolute, ours alone, may be emptied at any time.
 */
export function createImageVariants({
  mediaDir,
  cacheDir,
  log,
}: {
  mediaDir: string
  cacheDir: string
  log: Pick<Logger, 'warn'>
}): ImageVariants {
  const queue = createJobQueue({ atOnce: 2, mostWaiting: 100 })
  const making = new Map<string, Promise<Buffer>>()
  let isClosed = false
  /** By path; `undefined`: a file that is no picture we take. Looked at again when the file changes. */
  const masters = new Map<string, { file: MediaFile; master: Master | undefined }>()

  async function findMaster(path: string): Promise<Master | undefined> {
    const file = await findMediaFile(mediaDir, path)
    if (!file) return void masters.delete(path)
    const known = masters.get(path)
    if (known && known.file.mtimeMs === file.mtimeMs && known.file.size === file.size) return known.master
    const width = await widthOf(file.file)
    const version = hashOf(`${RECIPE} ${file.mtimeMs} ${file.size}`)
    const master = width === undefined ? undefined : { ...file, path, width, version }
    if (!master) log.warn({ path }, 'image: not a picture that can be read')
    if (masters.size >= 20_000) masters.clear()
    masters.set(path, { file, master })
    return master
  }

  async function read(master: Master, width: number, urgency: Urgency): Promise<Buffer> {
    const folder = join(cacheDir, hashOf(master.path))
    const target = join(folder, `${master.version}-${width}.webp`)
    const kept = await readIfThere(target)
    if (kept) return kept
    // Who waits for a picture does not wait for it to be made ahead: that may take its time.
    const job = `${urgency} ${target}`
    const known = making.get(job)
    if (known) return known
    const made = queue
      .run(urgency, async () => {
        const meanwhile = await readIfThere(target)
        if (meanwhile) return meanwhile
        const body = await derive(master.file, width)
        await keep(folder, target, master.version, body)
        return body
      })
      .finally(() => making.delete(job))
    making.set(job, made)
    return made
  }

  /** A disk that is full costs time, not pictures. */
  async function keep(folder: string, target: string, version: string, body: Buffer) {
    const draft = `${target}.${process.pid}.part`
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(draft, body)
      await rename(draft, target)
      const old = (await readdir(folder)).filter((name) => !name.startsWith(version))
      await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
    } catch (error) {
      log.warn({ err: error }, 'image: not kept on disk')
      await rm(draft, { force: true }).catch(() => {})
    }
  }

  async function find(path: string, width: number): Promise<Variant | undefined> {
    const master = await findMaster(path)
    if (!master) return undefined
    const pixels = Math.min(width, master.width)
    return {
      etag: `"${master.version}-${pixels}"`,
      body: () => read(master, pixels, 'now'),
    }
  }

  async function warm(paths: readonly string[], options: WarmOptions = {}) {
    const { widths = [limits.imageWidths[0], limits.imageWidths[1]], onProgress, signal } = options
    for (const [done, path] of paths.entries()) {
      if (isClosed || signal?.aborted) return
      const master = await findMaster(path)
      const pixels = master ? new Set(widths.map((width) => Math.min(width, master.width))) : []
      for (const width of pixels) {
        if (isClosed || signal?.aborted) return
        await read(master as Master, width, 'idle').catch((error) =>
          log.warn({ err: error, path }, 'image: not made ahead'),
        )
      }
      onProgress?.(done + 1, paths.length)
    }
  }

  function close() {
    isClosed = true
    queue.close()
  }

  return { find, warm, close }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 20)

/** Undefined for a file that is missing or cannot be read, and for an empty one, as a power cut may leave it: made anew. */
async function readIfThere(file: string): Promise<Buffer | undefined> {
  const body = await readFile(file).catch(() => undefined)
  return body && body.length > 0 ? body : undefined
}

/** Undefined for what is no picture, or one too large to open. Pictures that lie on their side are as wide as they look. */
async function widthOf(file: string): Promise<number | undefined> {
  if (!imageKind(await firstBytes(file))) return undefined
  try {
    const { autoOrient } = await sharp(file, { limitInputPixels: MAX_PIXELS }).metadata()
    return autoOrient.width
  } catch {
    return undefined
  }
}

async function firstBytes(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(32), 0, 32, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const derive = (file: string, width: number): Promise<Buffer> =>
  sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true })
    .timeout({ seconds: 10 })
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 74, smartSubsample: false, effort: 4 })
    .toBuffer()
