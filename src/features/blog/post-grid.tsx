import css from './post-card.module.css'
import { PostCard } from './post-card.tsx'
import type { PostCardData } from './post-card-data.ts'

type Props = {
  posts: readonly PostCardData[]
  level?: 'h2' | 'h3'
  /** A row that is swiped on phones. */
  isRail?: boolean
}

/** Cards of posts: three in a row on wide screens, one on phones. */
export function PostGrid({ posts, level, isRail }: Props) {
  return (
    <ul className={css.grid} data-rail={isRail}>
      {posts.map((post) => (
        <li key={post.url}>
          <PostCard
            post={post}
            level={level ?? 'h3'}
            sizes="(min-width: 62rem) 26rem, (min-width: 40rem) 46vw, 92vw"
          />
        </li>
      ))}
    </ul>
  )
}
