import css from './parts.module.css'

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
