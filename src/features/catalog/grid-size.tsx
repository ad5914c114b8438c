import { earlyLimits } from '#contract/early-limits.ts'
import { Icon } from '#ui/icon.tsx'
import { chooseColumns } from './grid-columns.ts'
import css from './grid-size.module.css'

const { min, max, default: usual } = earlyLimits.gridColumns
const sizes = Array.from({ length: max - min + 1 }, (_, at) => min + at)

type Props = { columns: number; onChoose: (columns: number) => void }

/** How many products stand side by side: one to six on wide screens, one or two on phones. Kept for the next visit. */
export function GridSize({ columns, onChoose }: Props) {
  const choose = (next: number) => {
    chooseColumns(next)
    onChoose(next)
  }
  const isSingle = columns === 1
  return (
    <>
      <label className={css.wide}>
        <Icon name="grid" size={18} />
        <span className="visually-hidden">Products per row</span>
        <select value={columns} onChange={(event) => choose(Number(event.target.value))}>
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className={css.narrow}
        aria-pressed={isSingle}
        aria-label="One product per row"
        onClick={() => choose(isSingle ? usual : 1)}
      >
        <Icon name={isSingle ? 'grid' : 'square'} size={18} />
      </button>
    </>
  )
}
