import type { CSSProperties } from 'react'
import { Picture } from '#ui/picture.tsx'
import { Band } from '../band.tsx'
import type { SectionProps } from '../section.ts'
import css from './category-tiles.module.css'
import type { settings } from './schema.ts'

/** Ways into the shop, each a picture with its name; a row that is swiped on phones. */
export default function CategoryTiles({ settings: { title, items } }: SectionProps<typeof settings>) {
  if (items.length === 0) return null
  return (
    <Band title={title}>
      <ul className={css.tiles} style={{ '--tiles': Math.min(6, items.length) } as CSSProperties}>
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
            <h3>
              <a href={item.href}>{item.title}</a>
            </h3>
            {item.text && <p>{item.text}</p>}
          </li>
        ))}
      </ul>
    </Band>
  )
}
