import css from './parts.module.css'

type Values = Record<string, unknown>
type Props = { mine: Values; theirs: Values; labelOf: (name: string) => string }

/** The fields in which two versions of a record differ. */
export function Differences({ mine, theirs, labelOf }: Props) {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].filter(
    (name) => JSON.stringify(mine[name] ?? null) !== JSON.stringify(theirs[name] ?? null),
  )
  if (names.length === 0) return <p>Both versions are the same.</p>
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
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{labelOf(name)}</th>
            <td>{textOf(mine[name])}</td>
            <td>{textOf(theirs[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 300)} …` : text
}
