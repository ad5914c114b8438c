import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import type { MediaPicture } from '#contract/admin/content/media.ts'
import { Button } from '#ui/button.tsx'
import { imageUrl } from '#ui/image-url.ts'
import { api } from '../api.ts'
import type { FormImage } from '../form/form-services.ts'
import { DialogHost } from '../parts/dialog-host.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { PictureInput } from '../parts/picture-input.tsx'
import { pictureGridStyles as grid, dialogStyles as parts } from '../parts/styles.ts'
import { uploadFile } from '../parts/upload-file.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './choosers.module.css'
import { moveBetweenChoices } from './move-between-choices.ts'

type Props = {
  isOpen: boolean
  /** With nothing when the dialog is left. */
  onAnswer: (chosen: FormImage | undefined) => void
  onClosed: () => void
}

const perPage = 24

/** Uploads a picture, or takes one of the media library. */
export default function PictureDialog({ isOpen, onAnswer, onClosed }: Props) {
  const { may } = useSession()
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const q = useDeferredValue(typed.trim())
  const { data, error } = useAnswer(
    queryKeys.pictures(q, page),
    (signal) => api.adminMedia.list({ q, page, per_page: perPage }, signal),
    { placeholderData: (former) => former, enabled: isOpen },
  )
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(next) => !next && onAnswer(undefined)}
      onOpenChangeComplete={(next) => !next && onClosed()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={parts.backdrop} />
        <Dialog.Popup
          className={`${parts.dialog} ${parts.wide} ${css.dialog}`}
          onKeyDown={moveBetweenChoices}
        >
          <Dialog.Title className={parts.title}>Choose a picture</Dialog.Title>
          {may('content.write') && <Upload onUploaded={onAnswer} />}
          <EntryField
            label="Search"
            type="search"
            placeholder="Text alternative or file"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setPage(1)
            }}
          />
          <p role="status" className={css.status}>
            {error
              ? error.message
              : !data
                ? 'Loading …'
                : data.total === 0
                  ? 'No pictures found'
                  : `${data.total} found, latest first`}
          </p>
          <ul className={`${grid.grid} ${css.pictures}`}>
            {data?.data.map((picture) => (
              <Choice key={picture.id} picture={picture} onChoose={onAnswer} />
            ))}
          </ul>
          <div className={parts.buttons}>
            {data && data.last_page > 1 && (
              <>
                <Button look="quiet" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                  Previous
                </Button>
                <Button look="quiet" disabled={page >= data.last_page} onClick={() => setPage(page + 1)}>
                  Next
                </Button>
              </>
            )}
            <Dialog.Close render={<Button look="secondary">Cancel</Button>} />
          </div>
          <DialogHost />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type ChoiceProps = { picture: MediaPicture; onChoose: (chosen: FormImage) => void }

const Choice = ({ picture: { path, alt, file_name }, onChoose }: ChoiceProps) => (
  <li>
    <button type="button" data-choice onClick={() => onChoose({ path, alt })}>
      <img
        className={grid.picture}
        src={imageUrl(path, 320)}
        alt=""
        width={160}
        height={160}
        loading="lazy"
      />
      <span>{alt || file_name || path.split('/').at(-1)}</span>
    </button>
  </li>
)

function Upload({ onUploaded }: { onUploaded: (picture: FormImage) => void }) {
  const heading = useId()
  const client = useQueryClient()
  const [alt, setAlt] = useState('')

  async function store(file: File) {
    const { data } = await uploadFile<Pick<MediaPicture, 'path' | 'alt'>>('/api/admin/media', file, { alt })
    await client.invalidateQueries({ queryKey: queryKeys.allPictures })
    onUploaded({ path: data.path, alt: data.alt })
  }

  return (
    <section className={css.upload} aria-labelledby={heading}>
      <h3 id={heading}>Upload</h3>
      <EntryField
        label="Text alternative"
        hint="Describes the picture to people who cannot see it"
        maxLength={300}
        value={alt}
        onChange={({ target }) => setAlt(target.value)}
      />
      <PictureInput
        label="Picture from this computer"
        hint="JPEG, PNG or WebP, 25 MB at most"
        onChoose={store}
      />
    </section>
  )
}
