import { imageUrl } from '#ui/image-url.ts'
import css from './review-quote.module.css'

type Props = { data: { quote?: { text: string; author: string }; photos: string[] } }

/** What a customer says, and photos of customers, near the price: links to the reviews below. */
export function ReviewQuote({ data: { quote, photos } }: Props) {
  return (
    <div className={css.quote}>
      {photos.length > 0 && (
        <a className={css.photos} href="#reviews" aria-label="Photos of customers">
          {photos.map((path) => (
            <img key={path} src={imageUrl(path, 320)} alt="" width={40} height={40} loading="lazy" />
          ))}
        </a>
      )}
      {quote && (
        <figure>
          <blockquote dir="auto">“{quote.text}”</blockquote>{' '}
          <figcaption dir="auto">{quote.author}</figcaption>
        </figure>
      )}
    </div>
  )
}
