import type { CartItem } from '#contract/cart.ts'
import { previewPathOf } from '#contract/rules/customisation-image.ts'
import css from './line-details.module.css'

/** The chosen options and the customisation. */
export function LineDetails({ item }: { item: Pick<CartItem, 'options' | 'fields' | 'additonal_data'> }) {
  const { custom_text, image_path } = item.additonal_data ?? {}
  const rows = [
    ...item.options,
    ...(item.fields ?? []),
    ...(custom_text ? [{ label: 'Your text', value: `“${custom_text}”` }] : []),
  ]
  if (rows.length === 0 && !image_path) return null
  return (
    <dl className={css.details}>
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}:</dt> <dd>{value}</dd>
        </div>
      ))}
      {image_path && (
        <div className={css.pictureRow}>
          <dt>Your picture:</dt>{' '}
          <dd>
            <img
              className={css.picture}
              src={`/media/${previewPathOf(image_path)}`}
              alt="Your upload for this product"
              width={64}
              height={64}
              loading="lazy"
            />
          </dd>
        </div>
      )}
    </dl>
  )
}
