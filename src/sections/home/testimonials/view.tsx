import { Band } from '#sections/band.tsx'
import type { SectionProps } from '#sections/section.ts'
import { imageUrl } from '#ui/image-url.ts'
import { RatingStars } from '#ui/rating-stars.tsx'
import type { load } from './data.ts'
import type { settings } from './schema.ts'
import css from './testimonials.module.css'

/** Quotes with their stars and the product they are about; a swipeable row on phones. */
export default function Testimonials({
  settings: { title, items },
  data: { products },
}: SectionProps<typeof settings, typeof load>) {
  if (items.length === 0) return null
  return (
    <Band title={title}>
      <ul className={css.list} data-rail="">
        {items.map(({ quote, author, product, rating }) => {
          const about = products[product ?? '']
          return (
            <li key={quote}>
              <figure className={css.figure}>
                {rating && <RatingStars average={rating} />}
                <blockquote>{quote}</blockquote>
                <figcaption>
                  {author}
                  {about && (
                    <a href={about.url}>
                      {about.image && (
                        <img
                          src={imageUrl(about.image, 320)}
                          alt=""
                          width={320}
                          height={320}
                          loading="lazy"
                        />
                      )}
                      {about.name}
                    </a>
                  )}
                </figcaption>
              </figure>
            </li>
          )
        })}
      </ul>
    </Band>
  )
}
