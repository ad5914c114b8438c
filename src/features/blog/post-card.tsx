import { Picture } from '#ui/picture.tsx'
import css from './post-card.module.css'
import type { PostCardData } from './post-card-data.ts'

type Props = {
  post: PostCardData
  sizes: string
  level?: 'h2' | 'h3'
  /** Picture and text side by side on wide screens; its picture is the first of the page. */
  isLead?: boolean
}

/** A post in a list: the whole card is one link, named by the title. */
export function PostCard({ post, sizes, level: Heading = 'h3', isLead }: Props) {
  const { title, url, excerpt, image, published_at, day, category, minutes } = post
  return (
    <article className={isLead ? `${css.card} ${css.lead}` : css.card}>
      <div className={css.frame}>
        {image && <Picture image={image} sizes={sizes} isFirst={isLead} ratio={3 / 2} alt="" />}
      </div>
      <div className={css.text}>
        {category && <p className={css.category}>{category}</p>}
        <Heading className={css.title} dir="auto">
          <a href={url}>{title}</a>
        </Heading>
        {excerpt && (
          <p className={css.excerpt} dir="auto">
            {excerpt}
          </p>
        )}
        <p className="note">
          <time dateTime={published_at}>{day}</time> · {minutes} min read
        </p>
      </div>
    </article>
  )
}
