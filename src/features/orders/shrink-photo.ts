/** Pixels; the server stores no more of a photo. */
const LONGEST = 2_400

/**
 * Scales a photo down to the server's size, so that large camera photos can be uploaded; returns it unchanged
 * if the browser cannot decode it.
 */
export async function shrinkPhoto(photo: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(photo)
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    const context = canvas.getContext('2d')
    if (context) {
      // A JPEG has no transparency, which would become black.
      context.fillStyle = '#fff'
      context.fillRect(0, 0, canvas.width, canvas.height)
      context.drawImage(picture, 0, 0, canvas.width, canvas.height)
    }
    picture.close()
    return await new Promise((resolve) =>
      canvas.toBlob((smaller) => resolve(smaller ?? photo), 'image/jpeg', 0.85),
    )
  } catch {
    // Not an image, or an unknown format: the server refuses it.
    return photo
  }
}
