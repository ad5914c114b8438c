import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createImageProcess } from './image-process.ts'
import { makeOwnPicture } from './uploaded-picture.ts'

const shape = { longest: 2_400, maxPixels: 1_000_000, timeoutSeconds: 10 }
const drawn = sharp({ create: { width: 900, height: 900, channels: 4, background: '#9a3f1f' } })

test('an upload is decoded in a process of its own, which ends when there are no more', async () => {
  const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const before = children()

  const making = makeOwnPicture(await drawn.jpeg().toBuffer(), 'image')
  await setTimeout(20)
  expect(children()).toBe(before + 1)

  expect(await making).toMatchObject({ width: 900, height: 900, bytes: expect.any(Buffer) })
})

test('a picture of 16 bits a channel is refused when its pixels need more memory than those of 8 bits may', async () => {
  const images = createImageProcess()
  const deep = await drawn.toColourspace('rgb16').png().toBuffer()
  expect(await sharp(deep).metadata()).toMatchObject({ depth: 'ushort', channels: 4 })

  await expect(images.own(deep, shape)).rejects.toThrow('The picture is too large')
  expect(await images.own(deep, { ...shape, maxPixels: 2_000_000 })).toMatchObject({ width: 900 })
  images.close()
})
