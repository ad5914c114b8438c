import type { PictureUse } from '#contract/admin/content/media.ts'
import { invalid, notFound, rejected } from '#server/platform/kernel/errors.ts'

const mostNamed = 5

/** With the records that show the picture. */
export const pictureInUse = (uses: readonly PictureUse[]) => inUse('picture', uses)

/** With the records that show the video. */
export const videoInUse = (uses: readonly PictureUse[]) => inUse('video', uses)

export const wrongVideoType = () =>
  invalid({
    file: ['Please choose an MP4 or WebM video. Other formats, such as MOV or AVI, must be converted first.'],
  })

export const videoTooLarge = (megabytes: number, most: number) =>
  invalid({
    file: [
      `The video has ${megabytes} MB, and ${most} MB are possible. Export it with a lower resolution or bit rate, or show it from YouTube or Vimeo.`,
    ],
  })

export const unknownUpload = () => notFound('This upload has expired. Please choose the video again.')

export const wrongPart = () => invalid({ file: ['This is not the next part of the video'] })

export const wrongCaptions = (message: string) => invalid({ file: [message] })

function inUse(what: 'picture' | 'video', uses: readonly PictureUse[]) {
  const names = uses.slice(0, mostNamed).map(({ name }) => name)
  const others = uses.length - names.length
  return rejected(
    'IN_USE',
    `This ${what} is shown by ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}. Replace it there first.`,
    { data: { uses } },
  )
}
