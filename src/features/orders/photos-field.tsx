import { useId, useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import css from './photos-field.module.css'
import { type SentPhoto, sendPhoto } from './send-photo.ts'

const MOST = 4

type Props = {
  /** The item of the photos, for screen readers. */
  of: string
  orderNo: string
  token: string | undefined
  photos: readonly SentPhoto[]
  onChange: (photos: SentPhoto[]) => void
}

/** Up to four photos, each uploaded as soon as it is chosen. */
export function PhotosField({ of, orderNo, token, photos, onChange }: Props) {
  const id = useId()
  const [isSending, setIsSending] = useState(false)
  const [error, setError] = useState<string>()

  async function add(files: FileList | null) {
    setError(undefined)
    setIsSending(true)
    const chosen = [...(files ?? [])]
    const sent = [...photos]
    for (const file of chosen.slice(0, MOST - photos.length)) {
      const photo = await sendPhoto(orderNo, token, file)
      if ('error' in photo) {
        setError(`${file.name}: ${photo.error}`)
        break
      }
      sent.push(photo)
    }
    if (photos.length + chosen.length > MOST && sent.length === MOST)
      setError(`There is room for ${MOST} photos: the rest was left out`)
    setIsSending(false)
    onChange(sent)
  }

  return (
    <div className={css.field}>
      <p className={css.label} id={`${id}-label`}>
        Photos of {of} <span className={css.hint}>(optional, up to {MOST}; JPEG, PNG or WebP)</span>
      </p>
      <div className={css.row}>
        {photos.map(({ image_path, url }, at) => (
          <span key={image_path} className={css.photo}>
            <img src={url} alt={`${at + 1} of ${photos.length}`} />
            <button
              type="button"
              aria-label={`Remove photo ${at + 1}`}
              onClick={() => onChange(photos.filter((photo) => photo.image_path !== image_path))}
            >
              <Icon name="close" size={14} />
            </button>
          </span>
        ))}
        {photos.length < MOST && (
          <label className={css.add} data-busy={isSending || undefined}>
            <Icon name="plus" />
            <span>{isSending ? 'Please wait' : 'Add'}</span>
            <input
              type="file"
              className="visually-hidden"
              accept="image/jpeg,image/png,image/webp"
              multiple
              disabled={isSending}
              aria-labelledby={`${id}-label`}
              aria-describedby={error ? `${id}-error` : undefined}
              onChange={({ target }) => {
                void add(target.files).then(() => {
                  target.value = ''
                })
              }}
            />
          </label>
        )}
      </div>
      {error && (
        <p className={css.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
