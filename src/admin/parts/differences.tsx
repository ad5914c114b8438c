import css from './parts.module.css'
import { ShownValue } from './shown-value.tsx'
import { valueChanges } from './value-changes.ts'

type Values = Record<string, unknown>
type Props = { mine: Values; theirs: Values; labelOf: (name: string) => string }

/** The values in which two versions of a record differ, with the field of each. */
export function Differences({ mine, theirs, labelOf }: Props) {
  const changes = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].flatMap((name) =>
    valueChanges(labelOf(name), mine[name] ?? null, theirs[name] ?? null),
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
        {changes.map(({ label, before = '–', after = '–' }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>
              <ShownValue text={before} />
            </td>
            <td>
              <ShownValue text={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
