import css from './parts.module.css'
import { valueChanges } from './value-changes.ts'

type Props = { mine: object; theirs: object; labelOf: (name: string) => string }

/** The values in which two versions of a record differ, with the field of each. */
export function Differences({ mine, theirs, labelOf }: Props) {
  const before = new Map(Object.entries(mine))
  const after = new Map(Object.entries(theirs))
  const changes = [...new Set([...before.keys(), ...after.keys()])].flatMap((name) =>
    valueChanges(labelOf(name), before.get(name) ?? null, after.get(name) ?? null),
  )
  if (changes.length === 0) return <p>Both versions are the same.</p>
  return (
    <table className={css.differences}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Yours</th>
          <th scope="col">Saved by the other editor</th>
        </tr>
      </thead>
      <tbody>
        {changes.slice(0, MOST_SHOWN).map(({ label, before: own = '–', after: other = '–' }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <ShownValue text={own} />
            </td>
            <td>
              <ShownValue text={other} />
            </td>
          </tr>
        ))}
        {changes.length > MOST_SHOWN && (
          <tr>
            <th scope="row">{changes.length - MOST_SHOWN} more</th>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** Of a product with 2,000 variations all prices may differ. */
const MOST_SHOWN = 100

const color = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i
const MAX_LENGTH = 300

/** A value as text, shortened when it is long; a color with a swatch. */
export function ShownValue({ text }: { text: string }) {
  return (
    <>
      {color.test(text) && <span className={css.colorDot} style={{ background: text }} aria-hidden="true" />}
      {text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text}
    </>
  )
}
