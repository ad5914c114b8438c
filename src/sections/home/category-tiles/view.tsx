import type { CSSProperties } from 'react'
import { Band } from '#sections/band.tsx'
import type { SectionProps } from '#sections/section.ts'
import { Picture } from '#ui/picture.tsx'
import css from './category-tiles.module.css'
import type { settings } from './schema.ts'

/** Links to categories, each a picture with its name. On phones a swipeable row below a heading, else a grid: the content of its page. */
export default function CategoryTiles({ settings: { title, items } }: SectionProps<typeof settings>) {
  if (items.length === 0) return null
  const Heading = title ? 'h3' : 'h2'
  return (
    <Band title={title}>
      <ul
        className={css.tiles}
        data-rail={title ? '' : undefined}
        style={{ '--tiles': items.length > 6 ? 4 : items.length } as CSSProperties}
      >
        {items.map((item) => (
          <li key={item.href} className={css.tile}>
            <div className={css.frame}>
              {item.image && (
                <Picture
                  image={item.image}
                  sizes="(min-width: 62rem) 13vw, (min-width: 40rem) 30vw, 42vw"
                  ratio={1}
                  alt=""
                />
              )}
            </div>
            <Heading>
              <a href={item.href}>{item.title}</a>
            </Heading>
            {item.text && <p>{item.text}</p>}
          </li>
        ))}
      </ul>
    </Band>
  )
}
