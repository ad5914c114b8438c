import { colorName, colorNames } from '#contract/rules/theme-colors.ts'
import { entryStyles as parts } from '../parts/styles.ts'
import { errorId, type FieldProps, isObject, useField } from './field-props.ts'
import css from './form.module.css'

type Row = { variable: string; color: string }

const isRow = (row: unknown): row is Row =>
  isObject(row) && typeof row.variable === 'string' && typeof row.color === 'string'

const order = Object.keys(colorNames)

/** The colours of a theme: one row each, without adding, moving and removing. */
export function ColorTableField(props: FieldProps) {
  const { id, title, description, errorsBelow, isReadOnly, onChange } = useField(props)
  const stored = Array.isArray(props.value) ? props.value.filter(isRow) : []
  const rows = stored
    .map((row, index) => ({ ...row, index }))
    .toSorted((a, b) => placeOf(a.variable) - placeOf(b.variable))
  const set = (index: number, color: string) =>
    onChange(stored.map((row, at) => (at === index ? { ...row, color } : row)))
  return (
    <fieldset id={id} className={css.fieldset} tabIndex={-1}>
      <legend>{title}</legend>
      {description && <p className={css.help}>{description}</p>}
      {rows.length === 0 && <p className={css.help}>The theme has none.</p>}
      <ul className={css.colorTable}>
        {rows.map(({ variable, color, index }) => {
          const inputId = `${id}_${index}_color`
          const error = errorsBelow.find(({ below }) => below.split('.')[0] === String(index))?.messages[0]
          return (
            <li key={variable}>
              <label htmlFor={inputId}>{colorName(variable)}</label>
              <span className={css.color}>
                <input
                  type="color"
                  aria-label={`Choose ${colorName(variable)}`}
                  value={sixDigits(color) ?? '#000000'}
                  disabled={isReadOnly}
                  onChange={({ target }) => set(index, target.value)}
                />
                <input
                  id={inputId}
                  className={`${parts.input} ${css.short}`}
                  spellCheck={false}
                  autoComplete="off"
                  readOnly={isReadOnly}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? errorId(inputId) : undefined}
                  value={color}
                  onChange={({ target }) => set(index, target.value)}
                />
              </span>
              {error && (
                <p id={errorId(inputId)} className={css.error}>
                  {error}
                </p>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

function placeOf(variable: string): number {
  const at = order.indexOf(variable)
  return at < 0 ? order.length : at
}

/** `#abc` and `#aabbccdd` as the six digits that a color input accepts. */
export function sixDigits(text: string): string | undefined {
  const [, digits] = /^#([0-9a-f]{3,8})$/i.exec(text) ?? []
  if (!digits) return undefined
  if (digits.length >= 6) return `#${digits.slice(0, 6)}`
  return `#${[...digits.slice(0, 3)].map((digit) => digit + digit).join('')}`
}
