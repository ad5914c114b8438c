import * as limits from '#contract/limits.ts'
import { Icon } from '#ui/icon.tsx'
import { plainSelectClass } from '#ui/plain-select.ts'
import { chooseColumns } from './grid-columns.ts'
import css from './grid-size.module.css'

const { min, max, default: usual } = limits.gridColumns
const sizes = Array.from({ length: max - min + 1 }, (_, at) => min + at)

type Props = { columns: number; onChoose: (columns: number) => void }

/** The number of columns: one to six on wide screens, one or two on phones. Stored for the next visit. */
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
        <select
          className={plainSelectClass}
          value={columns}
          onChange={(event) => choose(Number(event.target.value))}
        >
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
