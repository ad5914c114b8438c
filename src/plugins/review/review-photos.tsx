import { type ComponentType, type MouseEvent, useEffect, useRef, useState } from 'react'
import { imageUrl } from '#ui/image-url.ts'
import type { Review } from './contract.ts'
import css from './review-item.module.css'

type Photo = Review['images'][number] & { alt: string; placeholder: null; sku: null }
type Lightbox = ComponentType<{
  images: readonly Photo[]
  name: string
  first: number
  onClose: () => void
}>

/** The photos of a review. A press enlarges one on the page, by a chunk of its own; without scripts it opens the file. */
export function ReviewPhotos({ author, images }: Pick<Review, 'author' | 'images'>) {
  const [lightbox, setLightbox] = useState<{ Dialog: Lightbox; first: number }>()
  const opener = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!lightbox) opener.current?.focus({ preventScroll: true })
  }, [lightbox])
  const photos = images.map((image, at): Photo => {
    const alt = `By ${author}, ${at + 1} of ${images.length}`
    return { ...image, alt, placeholder: null, sku: null }
  })

  async function open(event: MouseEvent<HTMLAnchorElement>, first: number) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    opener.current = event.currentTarget
    const { href } = event.currentTarget
    try {
      const { ZoomDialog } = await import('#features/product/zoom-dialog.tsx')
      setLightbox({ Dialog: ZoomDialog, first })
    } catch {
      location.assign(href)
    }
  }

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
      {lightbox && (
        <lightbox.Dialog
          images={photos}
          name={`Photos by ${author}`}
          first={lightbox.first}
          onClose={() => setLightbox(undefined)}
        />
      )}
    </>
  )
}
