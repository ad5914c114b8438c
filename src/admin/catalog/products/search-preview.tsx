import type { ProductValues } from '#contract/admin/catalog/products.ts'
import css from './product-screen.module.css'

/** About how a search engine shows the product. */
export function SearchPreview({ values }: { values: ProductValues }) {
  const { name, slug, meta_title, meta_description, short_description } = values
  const address = `${location.host} › product › ${slug || '…'}`
  return (
    <div className={css.preview}>
      <p className={css.hint}>Preview</p>
      <p>{address}</p>
      <p className={css.previewTitle}>{cut(meta_title || name || 'Name of the product', 60)}</p>
      <p>{cut(meta_description || short_description, 160)}</p>
    </div>
  )
}

const cut = (text: string, max: number) => (text.length > max ? `${text.slice(0, max - 2)} …` : text)
