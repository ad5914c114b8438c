import { type ReactNode, useEffect } from 'react'
import { familiesOf } from '#contract/rules/font-css.ts'
import { toRem } from '#contract/rules/font-size.ts'
import { Button } from '#ui/button.tsx'
import { entryStyles as parts } from '../parts/styles.ts'
import { errorId, type FieldProps, isObject, useField } from './field-props.ts'
import css from './form.module.css'
import type { FontFile } from './prepare-schema.ts'

type Font = { font_family: string; font_size: string; font_weight: number }

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

/** What is not stored is as designed. */
function readFont(value: unknown, designSize: number): Font {
  const stored = isObject(value) ? value : {}
  const { font_family = SYSTEM, font_size = `${designSize}rem`, font_weight = 400 } = stored
  return {
    font_family: String(font_family),
    font_size: String(font_size),
    font_weight: Number(font_weight),
  }
}

const isUploaded = ({ path }: Partial<FontFile>) => path !== undefined && !path.startsWith('/fonts/')
const titleOfFont = (family: string) => (family === SYSTEM ? 'System font' : family.replace(/ Variable$/, ''))

/** A font of the shop: the family among the bundled and the uploaded ones, its size beside the design's, and a weight that it has. */
export function FontField(props: FieldProps) {
  const { bundled = [], design_size = 1, sizes = [0, Number.POSITIVE_INFINITY], properties } = props.node
  const { id, title, errorsBelow, values, isReadOnly, onChange } = useField(props)
  const font = readFont(props.value, design_size)
  const files = isObject(values) && Array.isArray(values.fonts) ? values.fonts.filter(isFontFile) : []
  const uploaded = uniqueFamilies(files.filter(isUploaded))
  const fileOf = (name: string | undefined) => [...uploaded, ...bundled].find(({ family }) => family === name)
  const file = fileOf(familiesOf(font.font_family)[0] ?? SYSTEM)
  const set = (change: Partial<Font>) => onChange({ ...font, ...change })

  function chooseFamily(font_family: string) {
    const [lightest, boldest] = rangeOf(fileOf(font_family))
    set({ font_family, font_weight: Math.min(Math.max(font.font_weight, lightest), boldest) })
  }

  const control = (name: keyof Font) => ({
    id: `${id}_${name}`,
    title: properties?.[name]?.title,
    error: errorsBelow.find(({ below }) => below === name)?.messages[0],
    value: String(font[name]),
    isReadOnly,
  })
  return (
    <fieldset id={id} className={css.fieldset} tabIndex={-1}>
      <legend>{title}</legend>
      <Control {...control('font_family')} onChoose={chooseFamily}>
        {!file && font.font_family !== SYSTEM && <option value={font.font_family}>{font.font_family}</option>}
        <option value={SYSTEM}>{titleOfFont(SYSTEM)}</option>
        <Families label="Bundled" files={bundled} nameOf={titleOfFont} />
        {uploaded.length > 0 && <Families label="Uploaded" files={uploaded} />}
      </Control>
      <div className={css.fontLook}>
        <Control
          {...control('font_weight')}
          onChoose={(font_weight) => set({ font_weight: Number(font_weight) })}
        >
          {withCurrent(weightsOf(file), font.font_weight).map((weight) => (
            <option key={weight} value={weight}>
              {weightNames[weight] ? `${weightNames[weight]} (${weight})` : weight}
            </option>
          ))}
        </Control>
        <Control {...control('font_size')} onChoose={(font_size) => set({ font_size })}>
          {sizeOptions(design_size, sizes, font.font_size)}
        </Control>
      </div>
      <Sample file={file} font={font} />
    </fieldset>
  )
}

type ControlProps = {
  id: string
  title: string | undefined
  error: string | undefined
  value: string
  isReadOnly: boolean
  onChoose: (value: string) => void
  children: ReactNode
}

const Control = ({ id, title, error, value, isReadOnly, onChoose, children }: ControlProps) => (
  <div className={parts.field}>
    <label htmlFor={id}>{title}</label>
    <select
      id={id}
      className={parts.input}
      value={value}
      disabled={isReadOnly}
      {...(error && { 'aria-invalid': true, 'aria-describedby': errorId(id) })}
      onChange={({ target }) => onChoose(target.value)}
    >
      {children}
    </select>
    {error && (
      <p id={errorId(id)} className={css.error}>
        {error}
      </p>
    )}
  </div>
)

type FamiliesProps = { label: string; files: readonly FontFile[]; nameOf?: (family: string) => string }

const Families = ({ label, files, nameOf = (family) => family }: FamiliesProps) => (
  <optgroup label={label}>
    {files.map(({ family }) => (
      <option key={family} value={family}>
        {nameOf(family)}
      </option>
    ))}
  </optgroup>
)

/** A line in the chosen font, which is loaded for it. */
function Sample({ file, font }: { file: FontFile | undefined; font: Font }) {
  const fontFamily = useFontFace({
    family: font.font_family,
    path: file?.path ?? null,
    weights: file?.weight_range,
  })
  return (
    <p className={css.fontSample} aria-hidden="true" style={{ fontFamily, fontWeight: font.font_weight }}>
      Handmade in small batches, 0123456789
    </p>
  )
}

type Face = { family: string; path: string | null; weights?: string | undefined }

/** Loads the file of a font, under a name that no other file has, and returns the family to draw with. */
export function useFontFace({ family, path, weights = '400 900' }: Face): string {
  const name = path ? `sample ${path.replace(/[^\w]/g, ' ')}` : family
  useEffect(() => {
    if (!path || [...document.fonts].some((one) => one.family.replaceAll('"', '') === name)) return
    const face = new FontFace(name, `url("${path}")`, { weight: weights })
    document.fonts.add(face)
    // Without the file the line has the font of the page.
    face.load().catch(() => {})
  }, [path, weights, name])
  return path ? `"${name}"` : name
}

function sizeOptions(design_size: number, [min, max]: readonly [number, number], current: string): ReactNode {
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
