import { useId } from 'react'
import { ChooserButtons } from '#admin/form/chooser-buttons.tsx'
import { useFormServices } from '#admin/form/form-services.ts'
import css from './page-editor.module.css'

type Props = {
  /** Below the media folder; null while the picture of the store settings is shown. */
  path: string | null
  errors: string[] | undefined
  isReadOnly: boolean
  onChange: (path: string | null) => void
}

/** The picture that link previews of the page show, chosen from the media library. */
export function PagePicture({ path, errors, isReadOnly, onChange }: Props) {
  const { chooseImage } = useFormServices()
  const id = useId()
  const [error] = errors ?? []

  async function choose() {
    const chosen = await chooseImage?.()
    if (chosen) onChange(chosen.path)
  }

  return (
    <fieldset className={css.picture} aria-describedby={`${id}-below`}>
      <legend>Picture for link previews</legend>
      {/* Decorative: link previews show it without a text alternative of the page. */}
      {path && <img src={`/media/${path}`} alt="" />}
      {!isReadOnly && (
        <ChooserButtons
          title="picture for link previews"
          isChosen={path !== null}
          choose={chooseImage && choose}
          remove={() => onChange(null)}
          failure="The picture could not be chosen"
        />
      )}
      <p id={`${id}-below`} className={css.help} data-tone={error ? 'bad' : undefined}>
        {error ?? 'The picture of the store settings when empty.'}
      </p>
    </fieldset>
  )
}
