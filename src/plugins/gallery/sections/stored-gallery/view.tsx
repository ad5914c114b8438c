import { PictureGrid } from '#plugins/gallery/picture-grid.tsx'
import type { load } from './data.ts'
import css from './view.module.css'

type Props = { settings: { title: string }; data: Awaited<ReturnType<typeof load>> }

/** A page of a gallery, with links to its neighbours. */
export function StoredGallery({ settings: { title }, data }: Props) {
  if (!data || data.data.length === 0) return null
  const { current_page: page, last_page: last, path } = data
  return (
    <section className={`wide ${css.gallery}`}>
      {title && <h2>{title}</h2>}
      <PictureGrid images={data.data} name={title || 'Gallery'} />
      {last > 1 && (
        <nav className={css.pages} aria-label="Pages of the gallery">
          {page > 1 && (
            <a rel="prev" href={page === 2 ? path : `${path}?page=${page - 1}`}>
              Previous pictures
            </a>
          )}
          <span>
            Page {page} of {last}
          </span>
          {page < last && (
            <a rel="next" href={`${path}?page=${page + 1}`}>
              More pictures
            </a>
          )}
        </nav>
      )}
    </section>
  )
}
