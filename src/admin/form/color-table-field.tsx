import type { FieldProps } from '@rjsf/utils'
import { colorName, colorNames } from '#contract/rules/theme-colors.ts'
import { entryStyles as parts } from '../parts/entry-styles.ts'
import { errorId } from './describe-field.ts'
import css from './form.module.css'
import type { FormNode } from './prepare-schema.ts'
import { sixDigits } from './six-digits.ts'

type Row = { variable: string; color: string }
type RowErrors = Record<number, { color?: { __errors?: string[] }; variable?: { __errors?: string[] } }>

const order = Object.keys(colorNames)

/** The colours of a theme: one row each, without adding, moving and removing. */
export function ColorTableField({
  schema,
  formData,
  fieldPathId,
  errorSchema,
  onChange,
  readonly,
}: FieldProps) {
  const { title, description } = schema as unknown as FormNode
  const stored = Array.isArray(formData) ? (formData as Row[]) : []
  const id = fieldPathId.$id
  const rows = stored
    .map((row, index) => ({ ...row, index }))
    .toSorted((a, b) => placeOf(a.variable) - placeOf(b.variable))
  const set = (index: number, color: string) =>
    onChange(
      stored.map((row, at) => (at === index ? { ...row, color } : row)),
      fieldPathId.path,
    )
  return (
    <fieldset id={id} className={css.fieldset} tabIndex={-1}>
      <legend>{title}</legend>
      {description && <p className={css.help}>{description}</p>}
      {rows.length === 0 && <p className={css.help}>The theme has none.</p>}
      <ul className={css.colorTable}>
        {rows.map(({ variable, color, index }) => {
          const inputId = `${id}_${index}_color`
          const own = (errorSchema as RowErrors | undefined)?.[index]
          const error = own?.color?.__errors?.[0] ?? own?.variable?.__errors?.[0]
          return (
            <li key={variable}>
              <label htmlFor={inputId}>{colorName(variable)}</label>
              <span className={css.color}>
                <input
                  type="color"
                  aria-label={`Choose ${colorName(variable)}`}
                  value={sixDigits(color) ?? '#000000'}
                  disabled={readonly}
                  onChange={({ target }) => set(index, target.value)}
                />
                <input
                  id={inputId}
                  className={`${parts.input} ${css.short}`}
                  spellCheck={false}
                  autoComplete="off"
                  readOnly={readonly}
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
