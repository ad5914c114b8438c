import { lazyHydrated } from '#client/lazy-hydrated.tsx'
import { PostBody } from '#features/blog/post-body.tsx'
import { PostGrid } from '#features/blog/post-grid.tsx'
import { ProductGrid } from '#features/card/product-grid.tsx'
import type { ScreenData } from '#pages/screen.ts'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import { Icon } from '#ui/icon.tsx'
import { Picture } from '#ui/picture.tsx'
import { COVER_SIZES } from './cover-sizes.ts'
import css from './view.module.css'

type Props = ScreenData<typeof import('./data.ts').blogPost>

const ShareLinks = lazyHydrated(() =>
  import('#features/blog/share-links.tsx').then((module) => module.ShareLinks),
)

/** A table of contents helps from this number of sections on. UX "Blog list / post" 2. */
const MIN_CONTENTS = 4

export default function BlogPostScreen(post: Props) {
  const { blog, title, excerpt, image, author, author_bio, published_at, day, minutes, category, tags } = post
  const { body, products, related, address } = post
  const headings = body.flatMap((block) => (block.type === 'heading' && block.level === 2 ? [block] : []))
  const contents = headings.length >= MIN_CONTENTS ? headings : []
  return (
    <>
      <article className="wide">
        <Breadcrumbs trail={[{ name: blog, url: '/blogs' }]} current={title} />
        <header className={css.head}>
          {category && (
            <a className={css.category} href={category.url}>
              {category.name}
            </a>
          )}
          <h1 dir="auto">{title}</h1>
          {excerpt && (
            <p className={css.standfirst} dir="auto">
              {excerpt}
            </p>
          )}
          <p className="note">
            {author && `${author} · `}
            <time dateTime={published_at}>{day}</time> · {minutes} min read
          </p>
        </header>
        {image && (
          <div className={css.cover}>
            <Picture image={image} sizes={COVER_SIZES} isFirst />
          </div>
        )}
        <div className={css.columns}>
          {contents.length > 0 && (
            <>
              <nav className={css.aside} aria-label="In this story">
                <p>In this story</p>
                <Contents headings={contents} />
              </nav>
              <details className={css.fold}>
                <summary>
                  In this story <Icon name="chevron-down" size={18} />
                </summary>
                <Contents headings={contents} />
              </details>
            </>
          )}
          <div>
            <PostBody blocks={body} />
            {author_bio && (
              <p className={css.author} dir="auto">
                <b>{author}</b> {author_bio}
              </p>
            )}
            <footer className={css.foot}>
              {tags.length > 0 && (
                <ul className={css.tags} aria-label="Tags">
                  {tags.map(({ name, url }) => (
                    <li key={url}>
                      <a href={url}>{name}</a>
                    </li>
                  ))}
                </ul>
              )}
              <ShareLinks title={title} address={address} />
            </footer>
          </div>
        </div>
      </article>

      {products.length > 0 && (
        <section className={`wide ${css.band}`}>
          <h2>Shop this story</h2>
          <ProductGrid name="Shop this story" cards={products} columns={4} level="h3" />
        </section>
      )}
      <Neighbors post={post} />
      {related.length > 0 && (
        <section className={`wide ${css.band}`}>
          <h2>Read next</h2>
          <PostGrid posts={related} level="h3" />
        </section>
      )}
    </>
  )
}

function Contents({ headings }: { headings: readonly { id: string; text: string }[] }) {
  return (
    <ol className={css.contents}>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`} dir="auto">
            {text}
          </a>
        </li>
      ))}
    </ol>
  )
}

function Neighbors({ post: { previous, next } }: { post: Props }) {
  if (!previous && !next) return null
  return (
    <nav className={`wide ${css.neighbors}`} aria-label="More stories">
      {previous && (
        <a href={previous.url} rel="prev">
          <span className="note">Previous story</span>
          <b dir="auto">{previous.title}</b>
        </a>
      )}
      {next && (
        <a className={css.next} href={next.url} rel="next">
          <span className="note">Next story</span>
          <b dir="auto">{next.title}</b>
        </a>
      )}
    </nav>
  )
}
