import { type ChangeEvent, useContext, useEffect, useId, useRef, useState } from 'react'
import { sendPicture } from '#client/send-picture.ts'
import type { ProductFull } from '#contract/catalog.ts'
import { type Crop, cropOf, previewPathOf } from '#contract/rules/customisation-image.ts'
import type { SlotProps } from '#contract/slots.ts'
import { ADDED_EVENT } from '#features/cart/added-event.ts'
import { shrinkPhoto } from '#features/orders/shrink-photo.ts'
import { BuyFormContext } from '#features/product/buy-form.ts'
import { Button } from '#ui/button.tsx'
import css from './picture-field.module.css'

type Rules = NonNullable<ProductFull['customisation']>['image']
type Props = SlotProps['product.options'] & { data: { image: Rules; note: string } }

/** A chosen file that is not uploaded yet. `url` is a data URL: the policy allows no blob addresses. */
type Chosen = { photo: Blob; url: string; width: number; height: number }
type Stored = { image_path: string }

/** The server's limit; checked here to save a useless upload. */
const LARGEST = 5 * 1_024 * 1_024
/** A photo of more bytes is not read at all. */
const LARGEST_READ = 30 * 1_024 * 1_024

/**
 * The picture that a product is made with: choose, crop, upload. The path of the stored picture is a field of the
 * product's form, which adds it to the cart's line.
 */
export function PictureField({ product_id, data: { image, note } }: Props) {
  const [chosen, setChosen] = useState<Chosen>()
  const [stored, setStored] = useState<Stored>()
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const form = useContext(BuyFormContext)
  const label = image.label || 'Your picture'
  const { min_width = 1, min_height = 1 } = image

  function clear() {
    setChosen(undefined)
    setStored(undefined)
    setError(undefined)
    if (input.current) input.current.value = ''
  }

  useEffect(() => {
    const target = document.getElementById(form)
    target?.addEventListener(ADDED_EVENT, clear)
    return () => target?.removeEventListener(ADDED_EVENT, clear)
  }, [form])

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    setError(undefined)
    setStored(undefined)
    setChosen(undefined)
    if (!file) return
    try {
      setChosen(await readPhoto(file, { min_width, min_height }))
    } catch (thrown) {
      target.value = ''
      setError(thrown instanceof PhotoError ? thrown.message : 'Please choose a JPEG, PNG or WebP picture')
    }
  }

  async function upload({ photo }: Chosen, crop: Crop | undefined) {
    setIsBusy(true)
    const reply = await storePicture({ product_id, photo, crop })
    setIsBusy(false)
    if ('error' in reply) return setError(reply.error)
    setError(undefined)
    setChosen(undefined)
    setStored(reply)
  }

  return (
    <fieldset className={css.field}>
      <legend className={css.label}>
        {label}
        {!image.required && <span className={css.muted}> (optional)</span>}
      </legend>
      <input
        ref={input}
        className={css.input}
        type="file"
        // Without scripts the file is part of the form's post.
        name="image"
        form={form}
        accept={image.types.join(',')}
        aria-label={label}
        aria-describedby={`${id}-note`}
        aria-invalid={error ? true : undefined}
        data-missing={image.required && !stored ? `${label} is required` : undefined}
        onChange={choose}
      />
      {stored && (
        <input type="hidden" form={form} name="additonal_data.image_path" value={stored.image_path} />
      )}
      <p className={css.muted} id={`${id}-note`}>
        {note}
        {min_width > 1 && ` At least ${min_width} × ${min_height} pixels.`}
      </p>
      {chosen && (
        <Cropper
          key={chosen.url}
          chosen={chosen}
          rules={{ ratio: image.is_cropped ? min_width / min_height : null, min_width }}
          isBusy={isBusy}
          onUse={(crop) => void upload(chosen, crop)}
        />
      )}
      <div role="status">
        {error && <p className={css.error}>{error}</p>}
        {stored && (
          <div className={css.stored}>
            <img
              src={`/media/${previewPathOf(stored.image_path)}`}
              alt="Your upload"
              width={96}
              height={96}
              className={css.preview}
            />
            <p>Your picture is ready.</p>
            <Button type="button" look="quiet" onClick={clear}>
              Remove picture
            </Button>
          </div>
        )}
      </div>
    </fieldset>
  )
}

type CropperProps = {
  chosen: Chosen
  rules: { ratio: number | null; min_width: number }
  isBusy: boolean
  onUse: (crop: Crop | undefined) => void
}

/** Zoom and position as sliders, so that they work with keyboard, mouse and touch alike. */
function Cropper({ chosen, rules: { ratio, min_width }, isBusy, onUse }: CropperProps) {
  const [zoom, setZoom] = useState(1)
  const [x, setX] = useState(0.5)
  const [y, setY] = useState(0.5)
  const crop = cropOf(chosen, ratio, { zoom, x, y })
  // A closer crop would have fewer pixels than the product needs.
  const mostZoom = Math.min(4, Math.max(1, (cropOf(chosen, ratio).width * chosen.width) / min_width))
  const percent = (part: number) => `${part * 100}%`
  return (
    <div className={css.cropper}>
      <div className={css.frame} style={{ aspectRatio: String(ratio ?? chosen.width / chosen.height) }}>
        <img
          src={chosen.url}
          alt="Your upload, cropped"
          style={{
            width: percent(1 / crop.width),
            height: percent(1 / crop.height),
            left: percent(-crop.x / crop.width),
            top: percent(-crop.y / crop.height),
          }}
        />
      </div>
      {ratio !== null && (
        <>
          <Slider label="Zoom" min={1} max={mostZoom} value={zoom} onChange={setZoom} />
          <Slider label="Move sideways" min={0} max={1} value={x} onChange={setX} isOff={crop.width >= 1} />
          <Slider
            label="Move up and down"
            min={0}
            max={1}
            value={y}
            onChange={setY}
            isOff={crop.height >= 1}
          />
        </>
      )}
      <Button
        type="button"
        look="secondary"
        isBusy={isBusy}
        onClick={() => onUse(ratio === null ? undefined : crop)}
      >
        Use this picture
      </Button>
    </div>
  )
}

type SliderProps = {
  label: string
  min: number
  max: number
  value: number
  isOff?: boolean
  onChange: (value: number) => void
}

const STEPS = 50

function Slider({ label, min, max, value, isOff = false, onChange }: SliderProps) {
  return (
    <label className={css.slider}>
      <span>{label}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={(max - min) / STEPS || 1}
        value={value}
        disabled={isOff || max <= min}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </label>
  )
}

class PhotoError extends Error {}

/** @throws PhotoError with the message for the shopper; another error when the browser cannot decode it. */
async function readPhoto(file: File, { min_width, min_height }: { min_width: number; min_height: number }) {
  if (file.size > LARGEST_READ) throw new PhotoError('The picture must not be larger than 5 MB')
  const { width, height } = await sizeOf(file)
  if (width < min_width || height < min_height)
    throw new PhotoError(`The picture must have at least ${min_width} × ${min_height} pixels`)
  const photo = file.size > LARGEST ? await shrinkPhoto(file) : file
  if (photo.size > LARGEST) throw new PhotoError('The picture must not be larger than 5 MB')
  return { photo, url: await dataUrlOf(photo), ...(await sizeOf(photo)) }
}

async function sizeOf(photo: Blob) {
  const picture = await createImageBitmap(photo)
  const { width, height } = picture
  picture.close()
  return { width, height }
}

const dataUrlOf = (photo: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(photo)
  })

type Upload = { product_id: number; photo: Blob; crop: Crop | undefined }

async function storePicture({ product_id, photo, crop }: Upload): Promise<Stored | { error: string }> {
  const body = new FormData()
  body.set('product_id', String(product_id))
  if (crop) {
    body.set('crop_x', String(crop.x))
    body.set('crop_y', String(crop.y))
    body.set('crop_width', String(crop.width))
  }
  body.set('image', photo)
  return sendPicture<Stored>('/api/plugins/ProductCustomisation/uploadImage', body)
}
