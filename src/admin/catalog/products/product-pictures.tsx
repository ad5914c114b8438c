import { useRef, useState } from 'react'
import { ApiError } from '#admin/api.ts'
import { EntryField, EntrySelect } from '#admin/parts/entry-field.tsx'
import { uploadFile } from '#admin/parts/upload-file.ts'
import type { PictureValues } from '#contract/admin/catalog/products.ts'
import { Button } from '#ui/button.tsx'
import { imageUrl } from '#ui/image-url.ts'
import css from './product-screen.module.css'

type Props = {
  images: PictureValues[]
  skus: readonly string[]
  isReadOnly: boolean
  onChange: (images: PictureValues[]) => void
}

/** The gallery: the first picture leads. Pictures are uploaded at once and belong to the product when it is saved. */
export function ProductPictures({ images, skus, isReadOnly, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [moved, setMoved] = useState('')

  async function upload(files: FileList | null) {
    if (!files || files.length === 0) return
    setBusy(true)
    setFailure(undefined)
    const added: PictureValues[] = []
    try {
      for (const file of files) {
        const { data } = await uploadFile<{ path: string }>('/api/admin/products/images', file)
        added.push({ path: data.path, alt: '', sku: null })
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
      if (input.current) input.current.value = ''
    }
    const known = new Set(images.map(({ path }) => path))
    onChange([...images, ...added.filter(({ path }) => !known.has(path))])
  }
  const replace = (at: number, part: Partial<PictureValues>) =>
    onChange(images.map((image, index) => (index === at ? { ...image, ...part } : image)))
  function move(at: number, by: number) {
    const next = [...images]
    const [image] = next.splice(at, 1)
    if (!image) return
    next.splice(at + by, 0, image)
    setMoved(`Picture is now number ${at + by + 1}`)
    onChange(next)
  }

  return (
    <section className={css.card} aria-labelledby="pictures-heading">
      <div className={css.cardHeader}>
        <h2 id="pictures-heading">Pictures</h2>
        {!isReadOnly && (
          <>
            <input
              ref={input}
              type="file"
              aria-label="Upload pictures"
              accept="image/jpeg,image/png,image/webp"
              multiple
              hidden
              onChange={({ target }) => void upload(target.files)}
            />
            <Button look="secondary" isBusy={isBusy} onClick={() => input.current?.click()}>
              Upload pictures
            </Button>
          </>
        )}
      </div>
      <p className={css.hint}>JPEG, PNG or WebP, 5 MB at most. The first picture is shown in lists.</p>
      {failure && (
        <p role="alert" className={css.failure}>
          {failure}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {moved}
      </p>
      <ol className={css.pictures}>
        {images.map((image, at) => (
          <li key={image.path}>
            <img src={imageUrl(image.path, 320)} alt="" width={96} height={96} loading="lazy" />
            <div className={css.pictureFields}>
              <EntryField
                label="Text alternative"
                value={image.alt}
                readOnly={isReadOnly}
                onChange={({ target }) => replace(at, { alt: target.value })}
              />
              {skus.length > 1 && (
                <EntrySelect
                  label="Shows"
                  value={image.sku ?? ''}
                  disabled={isReadOnly}
                  onChange={({ target }) => replace(at, { sku: target.value || null })}
                >
                  <option value="">All variations</option>
                  {skus
                    .filter((sku, index) => sku !== '' && skus.indexOf(sku) === index)
                    .map((sku) => (
                      <option key={sku}>{sku}</option>
                    ))}
                </EntrySelect>
              )}
            </div>
            {!isReadOnly && (
              <div className={css.rowActions}>
                <button
                  type="button"
                  disabled={at === 0}
                  aria-label={`Move picture ${at + 1} up`}
                  onClick={() => move(at, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  disabled={at === images.length - 1}
                  aria-label={`Move picture ${at + 1} down`}
                  onClick={() => move(at, 1)}
                >
                  ↓
                </button>
                <button
                  type="button"
                  aria-label={`Remove picture ${at + 1}`}
                  onClick={() => onChange(images.filter((_, index) => index !== at))}
                >
                  Remove
                </button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
