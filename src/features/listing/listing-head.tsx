import type { ReactNode } from 'react'
import type { FocalPoint } from '#contract/shapes.ts'
import { Breadcrumbs } from '#ui/breadcrumbs.tsx'
import { Icon } from '#ui/icon.tsx'
import { imageUrl } from '#ui/image-url.ts'
import css from './listing-head.module.css'
import type { ListingShown } from './listing-shown.ts'

type Props = { listing: ListingShown; search?: ReactNode }

/** Name, description and picture of a list, and its subcategories in a row. */
export function ListingHead({ listing: { heading, breadcrumbs, children, facets }, search }: Props) {
  const { name, description, picture, focal } = heading
  const hasPictures = children.some(({ image }) => image !== undefined)
  // Names alone would repeat the facet beside the list.
  const isRepeated = !hasPictures && facets.some(({ type }) => type === 'category')
  return (
    <>
      <Breadcrumbs trail={breadcrumbs} current={name} />
      <header className={css.head} data-picture={picture !== undefined}>
        <div className={css.text}>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          {search}
          {description && <p className={css.description}>{description}</p>}
        </div>
        {picture && (
          <img
            src={imageUrl(picture, 640)}
            alt=""
            width={640}
            height={640}
            fetchPriority="low"
            style={croppedAround(focal)}
          />
        )}
      </header>
      {children.length > 0 && (
        <nav className={isRepeated ? css.repeated : undefined} aria-label={`Inside ${name}`}>
          <ul className={css.children}>
            {children.map((child) => (
              <li key={child.id}>
                <a href={child.url}>
                  {child.image ? (
                    <img
                      src={imageUrl(child.image, 320)}
                      alt=""
                      width={320}
                      height={320}
                      loading="lazy"
                      fetchPriority="low"
                      style={croppedAround(child.focal)}
                    />
                  ) : (
                    hasPictures && <Icon name="box" />
                  )}
                  {child.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}

const croppedAround = (focal: FocalPoint | undefined) =>
  focal && { objectPosition: `${focal.x}% ${focal.y}%` }
