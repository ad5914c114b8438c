import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { Crop } from '#contract/rules/customisation-image.ts'

export type ImageProcess = {
  /** @throws what the picture caused; an error of code EAGAIN when the process ended, which is an overload. */
  widthOf(bytes: Buffer): Promise<number | undefined>
  derive(
    bytes: Buffer,
    options: { width: number; format: VariantFormat; timeoutSeconds: number },
  ): Promise<Buffer>
  /** A square PNG with the picture in its middle: `inset` pixels from each side, on `ground` where that is a color. */
  icon(bytes: Buffer, options: IconShape): Promise<Buffer>
  /** The picture as WebP without metadata. */
  own(bytes: Buffer, options: OwnShape): Promise<OwnPicture>
  close(): void
}

export type IconShape = { side: number; inset: number; ground?: string }

/** The part of this ratio, in the middle unless `crop` names it; `longest` side in pixels at most. */
export type OwnShape = {
  longest: number
  ratio?: number
  crop?: Crop
  maxPixels: number
  timeoutSeconds: number
}
export type OwnPicture = { bytes: Buffer; width: number; height: number }

const sharpProgram = join(import.meta.dirname, 'image-process-child.ts')
/** A page's pictures are requested within a second, and starting the process takes a fifth of one. */
const IDLE_MS = 5_000

type Waiting = { resolve: (result: ImageResult) => void; reject: (error: Error) => void }

/**
 * Runs sharp in a child process that starts with the first picture and ends when none has been requested for a while: libvips returns
 * its memory only then. A child that crashes fails the pictures it works on, and the next one starts another.
 */
export function createImageProcess({ program = sharpProgram, idleMs = IDLE_MS } = {}): ImageProcess {
  let child: ChildProcess | undefined
  let lastId = 0
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<number, Waiting>()

  function start(): ChildProcess {
    // Flags of this process, such as a profiler's, are not for it.
    const started = fork(program, { serialization: 'advanced', execArgv: [], stdio: 'inherit' })
    const fail = (error: Error) => {
      if (child !== started) return
      child = undefined
      rejectAll(error)
    }
    started.on('message', receive)
    started.on('error', fail)
    started.on('exit', (code, signal) => fail(ended(signal ?? code)))
    return started
  }

  function rejectAll(error: Error) {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function receive(answer: ImageAnswer) {
    const pending = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('error' in answer) {
      const { message, code } = answer.error
      pending?.reject(Object.assign(new Error(message), code && { code }))
    } else pending?.resolve(answer.result)
    if (waiting.size > 0) return
    // Neither the child nor its timer keeps this process from ending.
    child?.unref()
    child?.channel?.unref()
    idle = setTimeout(stop, idleMs).unref()
  }

  function stop() {
    const stopped = child
    child = undefined
    if (stopped?.connected) stopped.disconnect()
  }

  function ask(job: ImageJob): Promise<ImageResult> {
    clearTimeout(idle)
    child ??= start()
    child.ref()
    child.channel?.ref()
    const question: ImageQuestion = { id: ++lastId, job }
    return new Promise((resolve, reject) => {
      waiting.set(question.id, { resolve, reject })
      child?.send(question, (error) => error && waiting.delete(question.id) && reject(error))
    })
  }

  const askPicture = async (job: ImageJob) => bufferOf(await ask(job))

  return {
    async widthOf(bytes) {
      const width = await ask({ kind: 'width', bytes })
      return typeof width === 'number' ? width : undefined
    },
    derive: (bytes, options) => askPicture({ kind: 'variant', bytes, ...options }),
    icon: (bytes, shape) => askPicture({ kind: 'icon', bytes, ...shape }),
    async own(bytes, shape) {
      const made = await ask({ kind: 'own', bytes, ...shape })
      if (typeof made !== 'object' || made instanceof Uint8Array) throw noPicture()
      return { ...made, bytes: bufferOf(made.bytes) }
    },
    close() {
      clearTimeout(idle)
      stop()
      rejectAll(ended('closed'))
    },
  }
}

const noPicture = () => new Error('The image process returned no picture')

function bufferOf(made: ImageResult): Buffer {
  if (!(made instanceof Uint8Array)) throw noPicture()
  return Buffer.from(made.buffer, made.byteOffset, made.byteLength)
}

/** EAGAIN: `isImageOverload` takes it for a temporary failure. */
const ended = (how: string | number | null) =>
  Object.assign(new Error(`The image process ended (${how})`), { code: 'EAGAIN' })

/** What the image process receives, and what it answers (`image-process.ts`, `image-process-child.ts`). */
export type ImageJob =
  /** Width in pixels as it is shown; undefined for a file that is not an image or too large to decode. */
  | { kind: 'width'; bytes: Uint8Array }
  /** A picture of this width at most. */
  | { kind: 'variant'; bytes: Uint8Array; width: number; format: VariantFormat; timeoutSeconds: number }
  | ({ kind: 'icon'; bytes: Uint8Array } & IconShape)
  | ({ kind: 'own'; bytes: Uint8Array } & OwnShape)

/** JPEG is for mails: Outlook for Windows shows no WebP. */
export type VariantFormat = 'webp' | 'jpeg'

export type ImageQuestion = { id: number; job: ImageJob }
export type ImageResult =
  | Uint8Array
  | { bytes: Uint8Array; width: number; height: number }
  | number
  | undefined
export type ImageAnswer =
  | { id: number; result: ImageResult }
  | { id: number; error: { message: string; code?: string | undefined } }
