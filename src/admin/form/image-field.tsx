import { Button } from '#ui/button.tsx'
import { entryStyles as parts } from '../parts/styles.ts'
import { ChooserButtons } from './chooser-buttons.tsx'
import { type FieldProps, isObject, useField } from './field-props.ts'
import css from './form.module.css'
import { type FormImage, useFormServices } from './form-services.ts'

/** A picture with its text alternative: chosen from the media library, or entered as a path where there is none. */
export function ImageField(props: FieldProps) {
  const { nullable, optional } = props.node
  const { id, title = 'Picture', description, isReadOnly, onChange: set } = useField(props)
  const { chooseImage, editFocalPoint } = useFormServices()
  const image = isImage(props.value) ? props.value : undefined

  async function choose() {
    const chosen = await chooseImage?.()
    if (chosen) set({ ...chosen, alt: chosen.alt ?? image?.alt ?? '' })
  }

  return (
    <fieldset id={id} className={css.fieldset} tabIndex={-1}>
      <legend>{title}</legend>
      {description && <p className={css.help}>{description}</p>}
      <div className={css.image}>
        {image?.path && (
          // Decorative: the path and the text alternative are beside it.
          <img src={srcOf(image.path)} alt="" loading="lazy" width={96} height={96} />
        )}
        <div className={parts.form}>
          {!chooseImage && (
            <div className={parts.field}>
              <label htmlFor={`${id}_path`}>File</label>
              <input
                id={`${id}_path`}
                className={parts.input}
                value={image?.path ?? ''}
                readOnly={isReadOnly}
                onChange={({ target: { value } }) =>
                  set(
                    value === '' && (nullable || optional)
                      ? nullable
                        ? null
                        : undefined
                      : { ...image, path: value },
                  )
                }
              />
              <p>The path of a file in the media folder</p>
            </div>
          )}
          {image && (
            <div className={parts.field}>
              <label htmlFor={`${id}_alt`}>Text alternative</label>
              <input
                id={`${id}_alt`}
                className={parts.input}
                value={image.alt ?? ''}
                readOnly={isReadOnly}
                onChange={({ target }) => set({ ...image, alt: target.value })}
              />
              <p>Describes the picture to people who cannot see it. Leave it empty for decoration.</p>
            </div>
          )}
          {!isReadOnly && (
            <ChooserButtons
              title={title}
              isChosen={image !== undefined}
              choose={chooseImage && choose}
              remove={nullable || optional ? () => set(nullable ? null : undefined) : undefined}
              failure="The picture could not be chosen"
            >
              {image?.path && editFocalPoint && (
                <Button
                  look="quiet"
                  aria-label={`Focal point of ${title}`}
                  onClick={() => void editFocalPoint(image.path)}
                >
                  Focal point
                </Button>
              )}
            </ChooserButtons>
          )}
        </div>
      </div>
    </fieldset>
  )
}

/** A new item of a list has neither path nor text. */
const isImage = (value: unknown): value is FormImage => isObject(value)

/** Paths are relative to the media folder. */
export const srcOf = (path: string) => (/^(https?:)?\//.test(path) ? path : `/media/${path}`)
