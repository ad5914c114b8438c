import css from './choice-facet.module.css'

type Props = { isOn: boolean; onToggle: () => void }

/** Leaves out what is sold out, in the variation that is chosen. */
export function StockChoice({ isOn, onToggle }: Props) {
  return (
    <div className={css.facet}>
      <label className={css.option}>
        <input type="checkbox" name="availability" value="in_stock" checked={isOn} onChange={onToggle} />
        <span className={css.label}>In stock only</span>
      </label>
    </div>
  )
}
