import css from './parts.module.css'

type Props = { label: string; name: string; options: readonly string[] }

/** Chooses which of these are removed, as the entries `name` of a form. Nothing without options. */
export function RemovalChoice({ label, name, options }: Props) {
  if (options.length === 0) return null
  return (
    <fieldset className={css.removable}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option}>
          <input type="checkbox" name={name} value={option} /> {option}
        </label>
      ))}
    </fieldset>
  )
}
