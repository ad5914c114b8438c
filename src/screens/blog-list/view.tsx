import { blogUrl } from '#features/blog/blog-page.ts'
import { PostCard } from '#features/blog/post-card.tsx'
import { PostGrid } from '#features/blog/post-grid.tsx'
import type { ScreenData } from '#pages/screen.ts'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import { searchFieldClass } from '#ui/search-field.ts'
import css from './view.module.css'

type Props = ScreenData<typeof import('./data.ts').blogList>

export default function BlogListScreen(list: Props) {
  const { name, lead, posts, isFiltered, total, filters, tag } = list
  return (
    <div className={`wide ${css.blog}`}>
      <Breadcrumbs trail={[]} current={name} />
      <header className={css.head}>
        <h1>{name}</h1>
        <search>
          <form className={searchFieldClass} action="/blogs" method="get">
            <Icon name="search" size={18} />
            <input
              key={filters.search}
              type="search"
              name="search"
              aria-label={`Search ${name}`}
              placeholder="Search"
              defaultValue={filters.search}
              maxLength={200}
              enterKeyHint="search"
            />
            <button type="submit">Search</button>
          </form>
        </search>
      </header>
      <Categories list={list} />

      {isFiltered && total > 0 && (
        <h2 className={css.result}>
          {total === 1 ? '1 story' : `${total} stories`}
          {filters.search && ` for “${filters.search}”`}
          {tag && ` about ${tag}`}
        </h2>
      )}
      {lead && (
        <div className={css.lead}>
          <PostCard post={lead} level="h2" sizes="(min-width: 62rem) 48rem, 92vw" isLead />
        </div>
      )}
      {posts.length > 0 && <PostGrid posts={posts} level={isFiltered ? 'h3' : 'h2'} />}
      {total === 0 && <Nothing list={list} />}
      <Pages list={list} />
      <p className={css.feed}>
        <a href="/blogs/feed.xml">RSS feed</a>
      </p>
    </div>
  )
}

function Categories({ list: { name, categories, filters, isFiltered } }: { list: Props }) {
  if (categories.length < 2) return null
  const all = { name: 'All', slug: '', url: '/blogs' }
  return (
    <nav className={css.topics} aria-label={`Topics in ${name}`}>
      <ul className={css.categories}>
        {[all, ...categories].map(({ slug, url, ...category }) => {
          const isCurrent = slug ? slug === filters.category : !isFiltered
          return (
            <li key={url}>
              <a href={url} aria-current={isCurrent ? 'page' : undefined}>
                {category.name}
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function Nothing({ list: { filters, isFiltered } }: { list: Props }) {
  return (
    <EmptyState
      icon="search"
      title={filters.search ? `No stories found for “${filters.search}”` : 'No stories yet'}
      text={isFiltered ? 'Check the spelling or try a more general word.' : 'Please come back soon.'}
    >
      <LinkButton look="secondary" href={isFiltered ? '/blogs' : '/shop-online'}>
        {isFiltered ? 'See all stories' : 'Continue shopping'}
      </LinkButton>
    </EmptyState>
  )
}

function Pages({ list: { page, lastPage, filters } }: { list: Props }) {
  if (lastPage <= 1) return null
  return (
    <nav className={css.pages} aria-label="Pages">
      {page > 1 && (
        <LinkButton look="secondary" rel="prev" href={blogUrl({ ...filters, page: page - 1 })}>
          Newer stories
        </LinkButton>
      )}
      <p>{`Page ${page} of ${lastPage}`}</p>
      {page < lastPage && (
        <LinkButton look="secondary" rel="next" href={blogUrl({ ...filters, page: page + 1 })}>
          Older stories
        </LinkButton>
      )}
    </nav>
  )
}
