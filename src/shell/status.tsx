import { useShop } from '#client/shop-context.ts'
import { ProductGrid } from '#features/card/product-grid.tsx'
import { Suggestions } from '#features/product/suggestions.tsx'
import { SearchForm } from '#features/search/search-form.tsx'
import { LinkButton } from '#ui/button.tsx'
import type { SimilarPages } from './similar-pages.ts'
import css from './status.module.css'

/** The page for a missing URL or a failure, with links to continue. Spec §2, error and status pages. */
export default function StatusPage({
  status,
  message,
  path,
  data,
}: {
  status: number
  message: string
  path: string
  data?: unknown
}) {
  return status === 404 ? (
    <NotFound path={path} similar={data as SimilarPages | undefined} />
  ) : (
    <Failed status={status} message={message} />
  )
}

function NotFound({ path, similar }: { path: string; similar?: SimilarPages | null | undefined }) {
  const { menus } = useShop()
  return (
    <div className={`wide ${css.status}`}>
      <p className={css.code} aria-hidden="true">
        404
      </p>
      <h1>
        <span className="visually-hidden">404: </span>Page Not Found!
      </h1>
      <p className={css.text}>
        We are sorry, there is nothing at <code>{path}</code>. It may have been sold out and retired, or the
        address may have a typo.
      </p>
      <div className={css.search}>
        <SearchForm />
      </div>
      <LinkButton href="/">Go Home</LinkButton>
      {similar && similar.links.length > 0 && (
        <nav aria-label="Similar pages" className={css.popular}>
          <h2>Did you mean</h2>
          <ul className={css.links}>
            {similar.links.map(({ name, url }) => (
              <li key={url}>
                <a href={url}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {similar && similar.cards.length > 0 && (
        <section className={css.similar}>
          <h2>Similar products</h2>
          <ProductGrid name="Similar products" cards={similar.cards} isRail />
        </section>
      )}
      {similar && (
        <div className={css.similar}>
          <Suggestions best={similar.best} />
        </div>
      )}
      {menus.header.length > 0 && (
        <nav aria-label="Popular" className={css.popular}>
          <h2>Or look here</h2>
          <ul className={css.links}>
            {menus.header.map(({ label, url }) => (
              <li key={label}>
                <a href={url}>{label}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

function Failed({ status, message }: { status: number; message: string }) {
  return (
    <div className={`wide ${css.status}`} role="alert">
      <p className={css.code} aria-hidden="true">
        Oops!
      </p>
      <h1>{status === 500 ? 'An unexpected error occurred.' : message}</h1>
      <p className={css.text}>Error Code {status}. You could:</p>
      <ul className={css.hints}>
        <li>refresh the page</li>
        <li>go back to the page before</li>
        <li>try again in 30 minutes</li>
        <li>contact support if it happens again</li>
      </ul>
      <LinkButton href="/">Go Home</LinkButton>
    </div>
  )
}
