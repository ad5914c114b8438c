import { dirname } from 'node:path/posix'
import type { Storefront } from '#contract/storefront.ts'
import { invalid } from '#server/platform/kernel/errors.ts'
import type { FileStorage } from '#server/platform/kernel/file-storage.ts'
import { loadSharp } from '#server/platform/media/image-file.ts'
import { makeOwnPicture } from '#server/platform/media/uploaded-picture.ts'
import { hashOf } from './add-picture.ts'

/** Pixels of the largest icon, so of the smallest picture that stays sharp in all of them. */
const LEAST_SIDE = 192

/**
 * Makes the favicon set of spec §3 from one picture and stores it: ICO with 16 and 32 px, PNG with 32 and 192 px, and 180 px for home
 * screens of Apple devices, which show no transparency. Paths are relative to the media folder, as the `favicon` setting wants them.
 *
 * @param background behind the transparent parts of the Apple icon: `#rrggbb`.
 * @param isStored the picture is a file of the media folder, which may also be an AVIF picture.
 * @throws 422 under `file` for anything but a JPEG, PNG or WebP picture of at least 192 x 192 px.
 */
export async function addFavicons(
  { files }: { files: FileStorage },
  bytes: Buffer,
  { background, isStored = false }: { background: string; isStored?: boolean },
): Promise<Storefront['favicon']> {
  const { bytes: master, width, height } = await makeOwnPicture(bytes, 'file', { longest: 1_024, isStored })
  if (Math.min(width, height) < LEAST_SIDE)
    throw invalid({ file: [`The picture must be at least ${LEAST_SIDE} x ${LEAST_SIDE} pixels`] })
  const sharp = await loadSharp()
  const png = (side: number, ground?: string) => {
    const square = sharp(master).resize(side, side, { fit: 'contain', background: ground ?? TRANSPARENT })
    return (ground ? square.flatten({ background: ground }) : square).png({ compressionLevel: 9 }).toBuffer()
  }
  const [png16, png32, png192, apple] = await Promise.all([png(16), png(32), png(192), png(180, background)])
  const large = await png(Math.min(LARGE_SIDE, width, height))
  const folder = `uploads/icons-${hashOf(Buffer.concat([png192, apple])).slice(0, 16)}`
  const icons = {
    ico: [`${folder}/favicon.ico`, icoOf([png16, png32])],
    png_32: [`${folder}/favicon-32.png`, png32],
    png_192: [`${folder}/favicon-192.png`, png192],
    apple: [`${folder}/apple-touch-icon.png`, apple],
  } as const
  for (const [path, icon] of Object.values(icons)) await files.write(path, icon)
  await files.write(largeIconOf(icons.png_192[0]), large)
  const { ico, png_32, png_192 } = icons
  return { ico: ico[0], png_32: png_32[0], png_192: png_192[0], apple: icons.apple[0], svg: null }
}

/** The icons of an installed shop are made from it. */
const LARGE_SIDE = 512

/** Where the largest picture of a favicon set is, beside its icon of 192 px; absent in sets from before there was one. */
export const largeIconOf = (png192: string) => `${dirname(png192)}/icon-512.png`

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 }

/** An ICO file that holds PNG pictures, as all browsers of the last ten years read it. */
function icoOf(pictures: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(6 + pictures.length * 16)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + index * 16
    // The side is in the PNG's own header.
    const side = picture.readUInt32BE(16)
    header.writeUInt8(side, at)
    header.writeUInt8(side, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(picture.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += picture.length
  }
  return Buffer.concat([header, ...pictures])
}
