import type { Image } from '#contract/shapes.ts'
import type { SlotProps } from '#contract/slots.ts'
import { PictureGrid } from './picture-grid.tsx'
import css from './product-pictures.module.css'

type Data = { heading: string; images: Image[] }

export function ProductPictures({
  name,
  data: { heading, images },
}: SlotProps['product.below-details'] & { data: Data }) {
  return (
    <section className={css.pictures}>
      <h2>{heading}</h2>
      <PictureGrid images={images} name={`${name}: ${heading}`} />
    </section>
  )
}
