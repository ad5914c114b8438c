import { useLightbox } from '#features/product/use-lightbox.tsx'
import { imageUrl } from '#ui/image-url.ts'
import type { Review } from './contract.ts'
import css from './review-item.module.css'

/** The photos of a review. A press enlarges one on the page, by a chunk of its own; without scripts it opens the file. */
export function ReviewPhotos({ author, images }: Pick<Review, 'author' | 'images'>) {
  const photos = images.map((image, at) => {
    const alt = `By ${author}, ${at + 1} of ${images.length}`
    return { ...image, alt, placeholder: null }
  })

  const { open, lightbox } = useLightbox(photos, `Photos by ${author}`)

  return (
    <>
      <ul className={css.photos} aria-label="Photos">
        {photos.map(({ path, alt, width, height }, at) => (
          <li key={path}>
            <a href={`/media/${path}`} onClick={(event) => void open(event, at)}>
              <img src={imageUrl(path, 320)} alt={alt} {...{ width, height }} loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
      {lightbox}
    </>
  )
}
