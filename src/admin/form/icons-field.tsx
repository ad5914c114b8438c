import { ChooserButtons } from './chooser-buttons.tsx'
import { type FieldProps, isObject, useField } from './field-props.ts'
import css from './form.module.css'
import { useFormServices } from './form-services.ts'
import { srcOf } from './image-field.tsx'

/** The pixels at which an icon is shown, and the first of these files that the set has: as browsers prefer them. */
const shownSizes = [
  { size: 48, names: ['svg', 'png_192', 'apple'] },
  { size: 32, names: ['png_32', 'ico'] },
]

/** A favicon set: all its sizes are made from one picture of the media library. */
export function IconsField(props: FieldProps) {
  const { id, title = 'Icons', description, isReadOnly, onChange } = useField(props)
  const { chooseIcons } = useFormServices()
  const icons = isObject(props.value) ? props.value : {}
  const names = Object.keys(props.node.properties ?? {})
  const shown = shownSizes.flatMap(({ size, names: files }) => {
    const path = files.map((name) => icons[name]).find(Boolean)
    return typeof path === 'string' ? [{ path, size }] : []
  })
  const isSet = Object.values(icons).some(Boolean)

  async function choose() {
    const chosen = await chooseIcons?.()
    if (chosen) onChange(chosen)
  }

  return (
    <fieldset id={id} className={css.fieldset} tabIndex={-1}>
      <legend>{title}</legend>
      {description && <p className={css.help}>{description}</p>}
      {isSet ? (
        <span className={css.icons}>
          {shown.map(({ path, size }) => (
            // Decorative: the heading of the field names them.
            <img key={size} src={srcOf(path)} alt="" width={size} height={size} />
          ))}
        </span>
      ) : (
        <p className={css.help}>The shop has no icons of its own.</p>
      )}
      {!isReadOnly && (
        <ChooserButtons
          title={title}
          isChosen={isSet}
          choose={chooseIcons && choose}
          remove={() => onChange(Object.fromEntries(names.map((name) => [name, null])))}
          failure="The icons could not be made"
        />
      )}
    </fieldset>
  )
}
