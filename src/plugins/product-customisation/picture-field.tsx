import { type ChangeEvent, useContext, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { sendPicture } from '#client/send-picture.ts'
import type { ProductFull } from '#contract/catalog.ts'
import type { Failure } from '#contract/envelope.ts'
import { type Crop, cropOf } from '#contract/rules/customisation-image.ts'
import type { SlotProps } from '#contract/slots.ts'
import { ADDED_EVENT, BuyFormContext, PREPARE_EVENT, type Preparations } from '#features/cart/buy-form.ts'
import { shrinkPhoto } from '#features/orders/shrink-photo.ts'
import { Button } from '#ui/button.tsx'
import css from './picture-field.module.css'
import { type Gesture, useCropGestures } from './use-crop-gestures.ts'

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
 * The picture that a product is made with: choose and crop. Adding the product uploads the part that is shown; the path of the stored
 * picture is a field of the product's form, which adds it to the cart's line.
 */
export function PictureField({ product_id, data: { image, note } }: Props) {
  const [chosen, setChosen] = useState<Chosen>()
  const [view, setView] = useState(WHOLE)
  const [stored, setStored] = useState<Stored>()
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const form = useContext(BuyFormContext)
  const label = image.label || 'Your picture'
  const { min_width = 1, min_height = 1 } = image
  const ratio = image.is_cropped ? min_width / min_height : null

  function show(photo: Chosen | undefined) {
    setChosen(photo)
    setView(WHOLE)
    setStored(undefined)
    setError(undefined)
  }
  function clear() {
    show(undefined)
    if (input.current) input.current.value = ''
  }

  const upload = useEffectEvent(async ({ detail }: CustomEvent<Preparations>) => {
    if (chosen && !stored) detail.push(store(chosen))
  })
  async function store(photo: Chosen): Promise<Failure | undefined> {
    setIsBusy(true)
    const crop = ratio === null ? undefined : cropOf(photo, ratio, view)
    const reply = await storePicture({ product_id, photo: photo.photo, crop })
    // The form is read next.
    flushSync(() => {
      setIsBusy(false)
      setError('error' in reply ? reply.error : undefined)
      if (!('error' in reply)) setStored(reply)
    })
    if (!('error' in reply)) return undefined
    input.current?.focus()
    // Said at the field.
    return { status: 'error', code: 'CUSTOMISATION_INVALID', message: '' }
  }
  const clearAdded = useEffectEvent(clear)
  useEffect(() => {
    const target = document.getElementById(form)
    const prepare = (event: Event) => event instanceof CustomEvent && void upload(event)
    const added = () => clearAdded()
    target?.addEventListener(PREPARE_EVENT, prepare)
    target?.addEventListener(ADDED_EVENT, added)
    return () => {
      target?.removeEventListener(PREPARE_EVENT, prepare)
      target?.removeEventListener(ADDED_EVENT, added)
    }
  }, [form])

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    show(undefined)
    if (!file) return
    try {
      setChosen(await readPhoto(file, { min_width, min_height }))
    } catch (thrown) {
      target.value = ''
      setError(thrown instanceof PhotoError ? thrown.message : 'Please choose a JPEG, PNG or WebP picture')
    }
  }

  return (
    <fieldset className={css.field} disabled={isBusy}>
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
        aria-describedby={`${id}-note ${id}-error`}
        aria-invalid={error ? true : undefined}
        data-missing={image.required && !chosen ? `${label} is required` : undefined}
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
          chosen={chosen}
          rules={{ ratio, min_width }}
          view={view}
          isBusy={isBusy}
          onView={(next) => {
            setView(next)
            setStored(undefined)
          }}
          onRemove={() => {
            clear()
            input.current?.focus()
          }}
        />
      )}
      <div role="status" id={`${id}-error`}>
        {error && <p className={css.error}>{error}</p>}
      </div>
    </fieldset>
  )
}

/** Zoom of at least 1, and position of the part from 0 to 1. */
type View = { zoom: number; x: number; y: number }
const WHOLE: View = { zoom: 1, x: 0.5, y: 0.5 }

type CropperProps = {
  chosen: Chosen
  rules: { ratio: number | null; min_width: number }
  view: View
  isBusy: boolean
  /** Receives what to make of the view: two fingers move it twice between two renders. */
  onView: (change: (view: View) => View) => void
  onRemove: () => void
}

/** What is shown is what is ordered: dragged, pinched and turned by the wheel on the picture, or by sliders with the keyboard. */
function Cropper({ chosen, rules: { ratio, min_width }, view, isBusy, onView, onRemove }: CropperProps) {
  const crop = cropOf(chosen, ratio, view)
  // A closer crop would have fewer pixels than the product needs.
  const mostZoom = Math.min(4, Math.max(1, (cropOf(chosen, ratio).width * chosen.width) / min_width))
  const frame = useCropGestures({ isMovable: ratio !== null && !isBusy, isZoomable: mostZoom > 1 }, (move) =>
    onView((before) => moved(before, cropOf(chosen, ratio, before), move, mostZoom)),
  )
  const percent = (part: number) => `${part * 100}%`
  return (
    <div className={css.cropper}>
      <div
        ref={frame}
        className={css.frame}
        data-movable={ratio !== null}
        style={{ aspectRatio: String(ratio ?? chosen.width / chosen.height) }}
      >
        <img
          src={chosen.url}
          alt="Your upload, cropped"
          draggable={false}
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
          <Slider
            label="Zoom"
            min={1}
            max={mostZoom}
            value={view.zoom}
            onChange={(zoom) => onView((before) => ({ ...before, zoom }))}
          />
          <Slider
            label="Move sideways"
            min={0}
            max={1}
            value={view.x}
            onChange={(x) => onView((before) => ({ ...before, x }))}
            isOff={crop.width >= 1}
          />
          <Slider
            label="Move up and down"
            min={0}
            max={1}
            value={view.y}
            onChange={(y) => onView((before) => ({ ...before, y }))}
            isOff={crop.height >= 1}
          />
        </>
      )}
      <p className={css.muted}>It is printed as you see it here.</p>
      <Button type="button" look="quiet" onClick={onRemove}>
        Remove picture
      </Button>
    </div>
  )
}

/** The view after a gesture: `x` and `y` in parts of the frame, `scale` as a factor. */
function moved(view: View, crop: Crop, { x, y, scale }: Gesture, mostZoom: number): View {
  const within = (value: number, most: number, least = 0) => Math.min(most, Math.max(least, value))
  const along = (at: number, by: number, part: number) =>
    part >= 1 ? at : within(at - (by * part) / (1 - part), 1)
  return {
    zoom: within(view.zoom * scale, mostZoom, 1),
    x: along(view.x, x, crop.width),
    y: along(view.y, y, crop.height),
  }
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
  if (file.size > LARGEST_READ) throw new PhotoError('The picture must not be larger than 30 MB')
  const photo = file.size > LARGEST ? await shrinkPhoto(file) : file
  const { width, height } = await sizeOf(photo)
  if (width < min_width || height < min_height)
    throw new PhotoError(`The picture must have at least ${min_width} × ${min_height} pixels`)
  if (photo.size > LARGEST) throw new PhotoError('The picture must not be larger than 5 MB')
  return { photo, url: await dataUrlOf(photo), width, height }
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
