import type { CartItem } from '#contract/cart.ts'
import css from './line-details.module.css'

/** What was chosen: options, and what the shopper made it their own with. */
export function LineDetails({ item }: { item: Pick<CartItem, 'options' | 'additonal_data'> }) {
  const { custom_text, image_path } = item.additonal_data ?? {}
  const rows = [
    ...item.options,
    ...(custom_text ? [{ label: 'Your words', value: `“${custom_text}”` }] : []),
    ...(image_path ? [{ label: 'Your picture', value: 'added' }] : []),
  ]
  if (rows.length === 0) return null
  return (
    <dl className={css.details}>
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}:</dt> <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
