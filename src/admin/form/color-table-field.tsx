import { type ComponentProps, useState } from 'react'
import { rgbOf } from '#contract/rules/contrast.ts'
import { colorName, colorNames, plainColors } from '#contract/rules/theme-colors.ts'
import { contrastsOf, nearestPassing } from '#contract/rules/theme-contrast.ts'
import { entryStyles as parts } from '../parts/styles.ts'
import { errorId, type FieldProps, isObject, useField } from './field-props.ts'
import css from './form.module.css'

type Row = { variable: string; color: string }

const isRow = (row: unknown): row is Row =>
  isObject(row) && typeof row.variable === 'string' && typeof row.color === 'string'

const order = Object.keys(colorNames)

/** The colours of a theme: one row each, without adding, moving and removing, with their contrast while they are chosen. */
export function ColorTableField(props: FieldProps) {
  const { id, title, description, errorsBelow, values, isReadOnly, onChange } = useField(props)
  const colors = colorsIn(values)
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
          const message = errorsBelow.find(({ below }) => below.split('.')[0] === String(index))?.messages[0]
          // The message of the last save stays until the next one.
          const error = rgbOf(color) ? undefined : message
          return (
            <li key={variable}>
              <label htmlFor={inputId}>{colorName(variable)}</label>
              <ColorInput
                id={inputId}
                label={colorName(variable)}
                value={color}
                isReadOnly={isReadOnly}
                {...(error && { 'aria-invalid': true, 'aria-describedby': errorId(inputId) })}
                onChange={(value) => set(index, value)}
              />
              {error && (
                <p id={errorId(inputId)} className={css.error}>
                  {error}
                </p>
              )}
              {!error && (
                <ContrastLine
                  variable={variable}
                  colors={colors}
                  onUse={isReadOnly ? undefined : (value) => set(index, value)}
                />
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

/** All colours of the form, over those of the shop's own style sheet. */
function colorsIn(values: unknown): ReadonlyMap<string, string> {
  const lists = isObject(values) ? [values.theme_colors, values.text_colors] : []
  const rows = lists.flatMap((list) => (Array.isArray(list) ? list.filter(isRow) : []))
  return new Map([
    ...Object.entries(plainColors),
    ...rows.map(({ variable, color }) => [variable, color] as const),
  ])
}

type LineProps = {
  variable: string
  colors: ReadonlyMap<string, string>
  onUse: ((color: string) => void) | undefined
}

/** The worst contrast of a colour as WCAG 2.2 counts it, in words, with a colour that would pass. */
function ContrastLine({ variable, colors, onUse }: LineProps) {
  const [worst] = contrastsOf(variable, colors)
  if (!worst) return null
  const { other, ratio, least } = worst
  const isPassed = ratio >= least
  const nearest = isPassed ? undefined : nearestPassing(variable, colors)
  const shown = (Math.floor(ratio * 10) / 10).toFixed(1)
  return (
    <p className={css.contrast} data-passed={isPassed}>
      <b>{isPassed ? (ratio >= 7 ? 'AAA' : 'AA') : 'Below AA'}</b> {shown} : 1 with {other}
      {!isPassed && ` (${least} needed)`}
      {nearest && onUse && (
        <button type="button" onClick={() => onUse(nearest)}>
          <span style={{ background: nearest }} aria-hidden="true" /> Use {nearest}
        </button>
      )}
    </p>
  )
}

type ColorInputProps = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  label: string
  value: string
  isReadOnly: boolean
  onChange: (color: string) => void
}

/**
 * A color by picker or by text: `#9a3f1f`, `teal`, `rgb(…)` and `oklch(…)`. The form holds its digits, which the field shows too once it is
 * left.
 */
export function ColorInput({ label, value, isReadOnly, onChange, ...attributes }: ColorInputProps) {
  const [typed, setTyped] = useState<string>()
  const change = (text: string, shown?: string) => {
    setTyped(shown)
    onChange(text)
  }
  return (
    <span className={css.color}>
      <input
        type="color"
        aria-label={`Choose ${label}`}
        value={sixDigits(value) ?? '#000000'}
        disabled={isReadOnly}
        onChange={({ target }) => change(target.value)}
      />
      <input
        {...attributes}
        className={`${parts.input} ${css.short}`}
        spellCheck={false}
        autoComplete="off"
        readOnly={isReadOnly}
        value={typed ?? value}
        onBlur={() => setTyped(undefined)}
        onChange={({ target }) => change(digitsOf(target.value) ?? target.value, target.value)}
      />
    </span>
  )
}

/** A color of CSS as `#rrggbb`, with two more digits where it is not opaque; undefined for other text, and for `currentColor`. */
function digitsOf(text: string): string | undefined {
  const name = text.toLowerCase()
  if (name.startsWith('#') || name.includes('current') || name.includes('var(')) return undefined
  if (!CSS.supports('color', text)) return undefined
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return undefined
  context.fillStyle = text
  context.fillRect(0, 0, 1, 1)
  const channels = [...context.getImageData(0, 0, 1, 1).data]
  const hex = channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')
  return `#${hex.endsWith('ff') ? hex.slice(0, 6) : hex}`
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
