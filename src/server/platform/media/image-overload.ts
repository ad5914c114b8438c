import { errorCode } from '../kernel/errors.ts'
import { StorageError } from '../kernel/file-storage.ts'
import { QueueFull } from '../kernel/job-queue.ts'

/**
 * Whether an image error is temporary (queue full, timeout, no memory, no file handles, a bucket that is away) rather than caused by
 * the image. Such a request gets 503 with Retry-After; 404 or 422 would blame a valid image.
 */
export function isImageOverload(error: unknown): boolean {
  if (error instanceof QueueFull || error instanceof StorageError) return true
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  // sharp has no error codes: these are words of libvips' messages, which begin any of the lines. An AVIF that is stopped while it is
  // read has other lines before. They are one text of the process: of two pictures that fail at once, one has both, the other none.
  return (
    (code !== undefined && busyCodes.has(code)) ||
    /^timeout:|out of memory|too many open files|^unknown error$/im.test(error.message)
  )
}

const busyCodes: ReadonlySet<string> = new Set(['EAGAIN', 'EBUSY', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM'])
