import type { PictureUse } from '#contract/admin/content/media.ts'
import { rejected } from '../kernel/errors.ts'

const mostNamed = 5

/** With the records that show the picture. */
export const pictureInUse = (uses: readonly PictureUse[]) => {
  const names = uses.slice(0, mostNamed).map(({ name }) => name)
  const others = uses.length - names.length
  return rejected(
    'IN_USE',
    `This picture is shown by ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}. Replace it there first.`,
    { data: { uses } },
  )
}
