import { expect, test } from 'vitest'
import { QueueFull } from '../kernel/job-queue.ts'
import { isImageOverload } from './image-overload.ts'

const withCode = (code: string) => Object.assign(new Error(code), { code })

test.for([
  new QueueFull('Too many jobs are waiting'),
  new Error('timeout: 42% complete\nVipsImage: killed for image "temp-22"'),
  new Error(
    'source: bad seek to 13173682\nsource: bad seek to 13173651\ntimeout: 2% complete\nVipsImage: killed for image "temp-375"',
  ),
  new Error('vips_tracked: out of memory --- size == 48MB'),
  new Error('Unknown error'),
  withCode('EMFILE'),
])('isImageOverload recognises a temporary error: $message', (error) => {
  expect(isImageOverload(error)).toBe(true)
})

test.for([
  new Error('Input file contains unsupported image format'),
  new Error('Input image exceeds pixel limit'),
  new Error('VipsJpeg: premature end of JPEG image'),
  withCode('ENOENT'),
  'a text',
])('isImageOverload ignores an error of the image: %s', (error) => {
  expect(isImageOverload(error)).toBe(false)
})
