/** Pixels; the server keeps no more of a photo. */
const LONGEST = 2_400

/** A photo in the size that the server keeps, so that what a telephone takes can be sent; as it is where the browser cannot read it. */
export async function shrinkPhoto(photo: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(photo)
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    return await new Promise((resolve) =>
      canvas.toBlob((smaller) => resolve(smaller ?? photo), 'image/jpeg', 0.85),
    )
  } catch {
    // No picture, or none of a kind that is known here: the server says so.
    return photo
  }
}
