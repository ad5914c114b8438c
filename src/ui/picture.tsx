import type { CSSProperties } from 'react'
import type { Image } from '#contract/shapes.ts'
import { imageSrcSet, imageUrl } from './image-url.ts'
import css from './picture.module.css'

type Props = {
  image: Image
  /** CSS `sizes`: how wide the picture stands on the page. */
  sizes: string
  /** The first screen's picture: fetched at once and before the others. */
  isFirst?: boolean | undefined
  isEager?: boolean | undefined
  /** Pixels: no larger file is offered, where the picture is never shown larger. */
  widest?: number
  /** width / height of the frame; the picture's own when not given. */
  ratio?: number
  /** Overrides the picture's own words; '' where a text beside it says the same. */
  alt?: string
}

/** A picture that keeps its place before it has loaded and is never larger than it is shown. */
export function Picture({ image, sizes, isFirst, isEager, widest, ratio, alt }: Props) {
  const width = image.width ?? 1200
  const height = image.height ?? 1200
  const style: CSSProperties = { aspectRatio: ratio ?? width / height }
  if (image.placeholder && !isFirst) style.backgroundImage = `url(${image.placeholder})`
  return (
    <img
      className={css.picture}
      src={imageUrl(image.path, 640)}
      srcSet={imageSrcSet(image, widest)}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt ?? image.alt}
      loading={isFirst || isEager ? 'eager' : 'lazy'}
      // React fetches eager pictures ahead unless they are of low priority, and then takes a size that no screen shows.
      fetchPriority={isFirst ? 'high' : isEager ? 'low' : undefined}
      decoding={isFirst ? 'sync' : 'async'}
      style={style}
    />
  )
}
