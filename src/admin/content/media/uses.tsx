import { useId } from 'react'
import { Link } from 'react-router'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import type { PictureUse } from '#contract/admin/content/media.ts'
import css from './media.module.css'

/** The screens of records by kind; the others have none. */
const screenOf: Partial<Record<PictureUse['kind'], (id: string) => string>> = {
  product: (id) => `/products/${id}/show`,
  category: (id) => `/categories/${id}/show`,
  collection: (id) => `/collections/${id}/show`,
  attribute: (id) => `/attributes/${id}/show`,
  menu: (id) => `/menus/${id}/show`,
  slider: (id) => `/sliders/${id}/show`,
  faq: (id) => `/faqs/${id}/show`,
  page: (id) => `/pages/${id}/show`,
  draft: (id) => `/pages/${id}/show`,
  blog_post: (id) => `/blog-posts/${id}/show`,
  order: (id) => `/orders/${id}/show`,
  appearance: () => '/appearance',
  plugin: () => '/plugins',
}

const kindNames: Record<PictureUse['kind'], string> = {
  product: 'Product',
  category: 'Category',
  collection: 'Collection',
  attribute: 'Attribute',
  menu: 'Menu',
  slider: 'Slider',
  faq: 'FAQ',
  page: 'Page',
  draft: 'Draft of a page',
  template: 'Template',
  blog_post: 'Blog post',
  order: 'Order',
  setting: 'Setting',
  appearance: 'Settings',
  plugin: 'Plugin',
  other: 'Plugin',
}

type Props = {
  uses: readonly PictureUse[]
  /** The text without any. */
  none: string
}

/** The records that show a picture or a video, with links to their screens. */
export function Uses({ uses, none }: Props) {
  const heading = useId()
  return (
    <section className={`${screen.card} ${css.card}`} aria-labelledby={heading}>
      <h2 id={heading}>Used by</h2>
      {uses.length === 0 && <p className={css.help}>{none}</p>}
      <ul className={css.uses}>
        {uses.map((use) => (
          <li key={`${use.kind} ${use.id} ${use.name}`}>
            <Use use={use} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Use({ use: { kind, id, name } }: { use: PictureUse }) {
  const address = screenOf[kind]?.(id ?? '')
  return (
    <>
      <small>{kindNames[kind]}</small> {address ? <Link to={address}>{name}</Link> : name}
    </>
  )
}
