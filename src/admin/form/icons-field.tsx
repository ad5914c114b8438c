import type { FieldProps } from '@rjsf/utils'
import { ChooserButtons } from './chooser-buttons.tsx'
import css from './form.module.css'
import { type FormIcons, useFormServices } from './form-services.ts'
import { srcOf } from './image-field.tsx'
import type { FormNode } from './prepare-schema.ts'

/** The pixels at which an icon is shown, and the first of these files that the set has: as browsers prefer them. */
const shownSizes = [
  { size: 48, names: ['svg', 'png_192', 'apple'] },
  { size: 32, names: ['png_32', 'ico'] },
]

/** A favicon set: all its sizes are made from one picture of the media library. */
export function IconsField({ schema, formData, fieldPathId, onChange, readonly }: FieldProps) {
  const { title = 'Icons', description } = schema as unknown as FormNode
  const { chooseIcons } = useFormServices()
  const icons = (formData ?? {}) as FormIcons
  const names = Object.keys((schema.properties ?? {}) as object)
  const shown = shownSizes.flatMap(({ size, names: files }) => {
    const path = files.map((name) => icons[name]).find(Boolean)
    return path ? [{ path, size }] : []
  })
  const isSet = Object.values(icons).some(Boolean)

  async function choose() {
    const chosen = await chooseIcons?.()
    if (chosen) onChange(chosen, fieldPathId.path)
  }

  return (
    <fieldset id={fieldPathId.$id} className={css.fieldset} tabIndex={-1}>
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
      {!readonly && (
        <ChooserButtons
          title={title}
          isChosen={isSet}
          choose={chooseIcons && choose}
          remove={() => onChange(Object.fromEntries(names.map((name) => [name, null])), fieldPathId.path)}
          failure="The icons could not be made"
        />
      )}
    </fieldset>
  )
}
