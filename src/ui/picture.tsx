import type { CSSProperties } from 'react'
import type { Image } from '#contract/shapes.ts'
import { imageSrcSet, imageUrl } from './image-url.ts'
import css from './picture.module.css'

type Props = {
  image: Image
  /** CSS `sizes`: the picture's width on the page. */
  sizes: string
  /** The largest picture of the first screen: loaded at once with high priority. */
  isFirst?: boolean | undefined
  isEager?: boolean | undefined
  /** Pixels: the largest display size, so that no larger file is offered. */
  widest?: number
  /** width / height of the frame; default: the picture's own. */
  ratio?: number
  /** Overrides the picture's own alt text; '' where a text beside it says the same. */
  alt?: string
}

/** A picture with reserved space that is never loaded larger than it is shown. */
export function Picture({ image, sizes, isFirst, isEager, widest, ratio, alt }: Props) {
  const width = image.width ?? 1200
  const height = image.height ?? 1200
  const style: CSSProperties = { aspectRatio: ratio ?? width / height }
  const { focal_point: focal } = image
  if (focal) style.objectPosition = `${focal.x}% ${focal.y}%`
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
      // Browsers raise the priority of lazy pictures on the first screen, which then share the network with the
      // largest one. React preloads eager pictures without low priority, in a size that no screen shows.
      fetchPriority={isFirst ? 'high' : 'low'}
      decoding={isFirst ? 'sync' : 'async'}
      style={style}
    />
  )
}
