import { useId, useState } from 'react'
import { useFormServices } from '#admin/form/form-services.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { Button } from '#ui/button.tsx'
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
  const [isBusy, setIsBusy] = useState(false)
  const id = useId()
  const [error] = errors ?? []

  async function choose() {
    if (!chooseImage) return
    setIsBusy(true)
    try {
      const chosen = await chooseImage()
      if (chosen) onChange(chosen.path)
    } catch (failure) {
      showMessage(failure instanceof Error ? failure.message : 'The picture could not be chosen', 'bad')
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <fieldset className={css.picture} aria-describedby={`${id}-below`}>
      <legend>Picture for link previews</legend>
      {/* Decorative: link previews show it without a text alternative of the page. */}
      {path && <img src={`/media/${path}`} alt="" />}
      {!isReadOnly && (
        <span>
          <Button
            look="secondary"
            isBusy={isBusy}
            aria-label={`${path ? 'Replace' : 'Choose'} picture for link previews`}
            onClick={choose}
          >
            {path ? 'Replace' : 'Choose'}
          </Button>
          {path && (
            <Button look="quiet" aria-label="Remove picture for link previews" onClick={() => onChange(null)}>
              Remove
            </Button>
          )}
        </span>
      )}
      <p id={`${id}-below`} className={css.help} data-tone={error ? 'bad' : undefined}>
        {error ?? 'The picture of the store settings when empty.'}
      </p>
    </fieldset>
  )
}
