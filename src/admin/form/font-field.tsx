import { type ReactNode, useEffect } from 'react'
import { familiesOf } from '#contract/rules/font-css.ts'
import { toRem } from '#contract/rules/font-size.ts'
import { Button } from '#ui/button.tsx'
import { entryStyles as parts } from '../parts/styles.ts'
import { errorId, type FieldProps, isObject, useField } from './field-props.ts'
import css from './form.module.css'
import type { FormNode } from './prepare-schema.ts'

/** A file of the setting `fonts`. */
type FontFile = { family: string; path: string; weight_range: string; is_variable: boolean }
type Font = { font_family: string; font_size: string; font_weight: number }

type FontNode = FormNode & {
  bundled: FontFile[]
  /** In rem: the size at which texts are as designed. */
  design_size: number
  /** The lowest and the highest size in rem. */
  sizes: [number, number]
}

const SYSTEM = 'system-ui'
const percents = [80, 85, 90, 95, 100, 105, 110, 115, 120, 125, 130, 140, 150, 175, 200]
const weightNames: Record<number, string> = {
  400: 'Regular',
  500: 'Medium',
  600: 'Semi-bold',
  700: 'Bold',
  800: 'Extra bold',
  900: 'Black',
}

const isFontFile = (file: unknown): file is FontFile =>
  isObject(file) &&
  typeof file.family === 'string' &&
  typeof file.path === 'string' &&
  typeof file.weight_range === 'string' &&
  typeof file.is_variable === 'boolean'

const isUploaded = ({ path }: Partial<FontFile>) => path !== undefined && !path.startsWith('/fonts/')
const titleOfFont = (family: string) => (family === SYSTEM ? 'System font' : family.replace(/ Variable$/, ''))

/** A font of the shop: the family among the bundled and the uploaded ones, its size beside the design's, and a weight that it has. */
export function FontField(props: FieldProps) {
  const node = props.node as FontNode
  const { id, title, errorsBelow, values, isReadOnly, onChange } = useField(props)
  const asDesigned = { font_family: SYSTEM, font_size: `${node.design_size}rem`, font_weight: 400 }
  const font: Font = { ...asDesigned, ...(props.value as Partial<Font> | undefined) }
  const files = isObject(values) && Array.isArray(values.fonts) ? values.fonts.filter(isFontFile) : []
  const uploaded = uniqueFamilies(files.filter(isUploaded))
  const [family = SYSTEM] = familiesOf(font.font_family)
  const file = [...uploaded, ...node.bundled].find((one) => one.family === family)
  const isListed = file !== undefined || font.font_family === SYSTEM
  const weights = withCurrent(weightsOf(file), font.font_weight)
  const set = (change: Partial<Font>) => onChange({ ...font, ...change })

  function chooseFamily(font_family: string) {
    const next = [...uploaded, ...node.bundled].find((one) => one.family === font_family)
    const [lightest, boldest] = rangeOf(next)
    set({ font_family, font_weight: Math.min(Math.max(font.font_weight, lightest), boldest) })
  }

  const control = (name: keyof Font, value: string, choose: (value: string) => void, options: ReactNode) => {
    const fieldId = `${id}_${name}`
    const [error] = errorsBelow.find(({ below }) => below === name)?.messages ?? []
    return (
      <div className={parts.field}>
        <label htmlFor={fieldId}>{node.properties?.[name]?.title}</label>
        <select
          id={fieldId}
          className={parts.input}
          value={value}
          disabled={isReadOnly}
          {...(error && { 'aria-invalid': true, 'aria-describedby': errorId(fieldId) })}
          onChange={({ target }) => choose(target.value)}
        >
          {options}
        </select>
        {error && (
          <p id={errorId(fieldId)} className={css.error}>
            {error}
          </p>
        )}
      </div>
    )
  }

  return (
    <fieldset id={id} className={css.fieldset} tabIndex={-1}>
      <legend>{title}</legend>
      {control(
        'font_family',
        font.font_family,
        chooseFamily,
        <>
          {!isListed && <option value={font.font_family}>{font.font_family}</option>}
          <option value={SYSTEM}>{titleOfFont(SYSTEM)}</option>
          <optgroup label="Bundled">
            {node.bundled.map((one) => (
              <option key={one.family} value={one.family}>
                {titleOfFont(one.family)}
              </option>
            ))}
          </optgroup>
          {uploaded.length > 0 && (
            <optgroup label="Uploaded">
              {uploaded.map((one) => (
                <option key={one.family} value={one.family}>
                  {one.family}
                </option>
              ))}
            </optgroup>
          )}
        </>,
      )}
      <div className={css.fontLook}>
        {control(
          'font_weight',
          String(font.font_weight),
          (value) => set({ font_weight: Number(value) }),
          weights.map((weight) => (
            <option key={weight} value={weight}>
              {weightNames[weight] ? `${weightNames[weight]} (${weight})` : weight}
            </option>
          )),
        )}
        {control(
          'font_size',
          font.font_size,
          (font_size) => set({ font_size }),
          sizeOptions(node, font.font_size),
        )}
      </div>
      <Sample file={file} font={font} />
    </fieldset>
  )
}

/** A line in the chosen font, which is loaded for it. */
function Sample({ file, font }: { file: FontFile | undefined; font: Font }) {
  const path = file?.path
  const weight = file?.weight_range
  const family = path ? `sample ${path.replace(/[^\w]/g, ' ')}` : font.font_family
  useEffect(() => {
    if (!path || [...document.fonts].some((one) => one.family.replaceAll('"', '') === family)) return
    const face = new FontFace(family, `url("${path}")`, { weight: weight ?? 'normal' })
    document.fonts.add(face)
    // Without the file the line has the font of the page.
    face.load().catch(() => {})
  }, [path, weight, family])
  return (
    <p
      className={css.fontSample}
      aria-hidden="true"
      style={{ fontFamily: path ? `"${family}"` : family, fontWeight: font.font_weight }}
    >
      Handmade in small batches, 0123456789
    </p>
  )
}

function sizeOptions({ design_size, sizes: [min, max] }: FontNode, current: string): ReactNode {
  const choices = percents
    .map((percent) => ({ percent, rem: (percent * design_size) / 100 }))
    .filter(({ rem }) => rem >= min && rem <= max)
    .map(({ percent, rem }) => ({ percent, size: `${Number(rem.toFixed(4))}rem` }))
  const rem = toRem(current)
  const own = choices.find(({ size }) => toRem(size) === rem)
  return (
    <>
      {!own && (
        <option value={current}>
          {rem === undefined ? current : `${Math.round((rem / design_size) * 1_000) / 10} %`}
        </option>
      )}
      {choices.map(({ percent, size }) => (
        // The stored text of a listed size may have another unit.
        <option key={percent} value={own?.percent === percent ? current : size}>
          {percent === 100 ? '100 % (as designed)' : `${percent} %`}
        </option>
      ))}
    </>
  )
}

/** The weights from 400 to 900 that the font has. */
function weightsOf(file: FontFile | undefined): number[] {
  const [lightest, boldest] = rangeOf(file)
  const listed = Object.keys(weightNames)
    .map(Number)
    .filter((weight) => weight >= lightest && weight <= boldest)
  return listed.length > 0 ? listed : [lightest]
}

const withCurrent = (weights: number[], current: number) =>
  weights.includes(current) ? weights : [...weights, current].sort((a, b) => a - b)

function rangeOf(file: FontFile | undefined): [lightest: number, boldest: number] {
  const [lightest = 400, boldest = lightest] = (file?.weight_range ?? '400 900').split(' ').map(Number)
  return [lightest, boldest]
}

const uniqueFamilies = (files: readonly FontFile[]) =>
  files.filter(({ family }, at) => files.findIndex((other) => other.family === family) === at)

/** The uploaded fonts. Files of bundled fonts are in the value too: the server keeps those that are used. */
export function FontFilesField(props: FieldProps) {
  const { id, title, description, isReadOnly, onChange } = useField(props)
  const files = Array.isArray(props.value) ? props.value.filter(isFontFile) : []
  const uploaded = files.filter(isUploaded)
  return (
    <fieldset id={id} className={css.fieldset} tabIndex={-1}>
      <legend>{title}</legend>
      <p className={css.help}>{uploaded.length > 0 ? description : 'No font is uploaded yet.'}</p>
      {uploaded.length > 0 && (
        <ul className={css.fontFiles}>
          {uploaded.map(({ family, path, weight_range }) => (
            <li key={path}>
              <span>
                {family} <small>{weight_range.replace(' ', '–')}</small>
              </span>
              {!isReadOnly && (
                <Button
                  look="quiet"
                  aria-label={`Remove ${family}`}
                  onClick={() => onChange(files.filter((one) => one.path !== path))}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
