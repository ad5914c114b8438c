import { useSortable } from '@dnd-kit/react/sortable'
import { memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { AdminIcon } from '#admin/parts/admin-icon.tsx'
import { EntryField, EntrySelect } from '#admin/parts/entry-field.tsx'
import { FocalPointInput } from '#admin/parts/focal-point-input.tsx'
import { isSame } from '#admin/parts/keep-typed.ts'
import { movedTo } from '#admin/parts/place-text.ts'
import { SortableArea, useMoves } from '#admin/parts/sorting.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import type { PictureValues, VariationValues } from '#contract/admin/catalog/products.ts'
import { Button } from '#ui/button.tsx'
import { imageUrl } from '#ui/image-url.ts'
import { type Look, looksOf } from './option-rows.ts'
import { PictureUploads, usePictureUploads } from './picture-uploads.tsx'
import css from './product-pictures.module.css'
import screenCss from './product-screen.module.css'
import { useProductOptions } from './use-product-options.ts'

type GalleryProps = {
  images: PictureValues[]
  looks: readonly Look[]
  isReadOnly: boolean
  /** Also called after later renders, when an upload ends. The same function at every rendering. */
  onChange: (images: PictureValues[]) => void
}
type Props = Omit<GalleryProps, 'looks'> & { variations: readonly VariationValues[] }

/** The gallery: the first picture leads. Pictures are uploaded at once and belong to the product when it is saved. */
export const ProductPictures = memo(function ProductPictures({ variations, ...gallery }: Props) {
  const { data } = useProductOptions()
  const attributes = data?.attributes
  const looks = useMemo(() => looksOf(variations, attributes ?? []), [variations, attributes])
  return <Gallery {...gallery} looks={looks} />
})

/** Rendered when the pictures or the looks change, not with each price that is typed. */
const Gallery = memo(function Gallery({ images, looks, isReadOnly, onChange }: GalleryProps) {
  const choices = useMemo(
    () =>
      looks.map(({ label }, index) => (
        <option key={label} value={index}>
          {label}
        </option>
      )),
    [looks],
  )
  const { list, focusNext, announced, setAnnounced } = useMoves()
  // Uploads end while others are still sent: each is added to the pictures of that moment.
  const latest = useRef(images)
  useLayoutEffect(() => {
    latest.current = images
  }, [images])
  const uploads = usePictureUploads((path) => {
    if (latest.current.some((image) => image.path === path)) return 'is already here'
    latest.current = [...latest.current, { path, alt: '', options: [], focal_point: null }]
    onChange(latest.current)
    return undefined
  })

  const replace = (at: number, part: Partial<PictureValues>) =>
    onChange(images.map((image, index) => (index === at ? { ...image, ...part } : image)))
  function move(from: number, to: number) {
    const next = [...images]
    next.splice(to, 0, ...next.splice(from, 1))
    setAnnounced(movedTo(images[from]?.alt || 'Picture', to, images.length))
    onChange(next)
  }
  function moveByButton(from: number, by: -1 | 1) {
    focusNext.current = `li:nth-child(${from + by + 1}) [data-move="${by}"]`
    move(from, from + by)
  }

  return (
    <section className={screen.card} aria-labelledby="pictures-heading">
      <div className={screenCss.cardHeader}>
        <h2 id="pictures-heading">Pictures</h2>
        {!isReadOnly && <PictureUploads {...uploads} />}
      </div>
      <p className={screenCss.hint}>
        JPEG, PNG or WebP, 25 MB at most each. The first picture is shown in lists; drag pictures to order
        them.
      </p>
      {uploads.results.length > 0 && (
        <ul className={css.results} aria-label="Uploaded files">
          {uploads.results.map(({ key, name, state, message }) => (
            <li key={key} data-state={state}>
              <span>{name}</span> <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="visually-hidden">
        {announced}
      </p>
      <SortableArea onMove={move}>
        <ol ref={list} className={css.pictures}>
          {images.map((image, at) => (
            <PictureRow
              key={image.path}
              image={image}
              at={at}
              count={images.length}
              {...{ looks, choices, isReadOnly }}
              onChange={(part) => replace(at, part)}
              onMove={(by) => moveByButton(at, by)}
              onRemove={() => onChange(images.filter((_, index) => index !== at))}
            />
          ))}
        </ol>
      </SortableArea>
    </section>
  )
}, isSame)

type RowProps = {
  image: PictureValues
  at: number
  count: number
  looks: readonly Look[]
  /** The options of the looks, made once for all pictures. */
  choices: ReactNode
  isReadOnly: boolean
  onChange: (part: Partial<PictureValues>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function PictureRow({ image, at, count, looks, choices, isReadOnly, onChange, onMove, onRemove }: RowProps) {
  const isDraggable = !isReadOnly && count > 1
  const { ref, handleRef, isDragging } = useSortable({
    id: image.path,
    index: at,
    disabled: !isDraggable,
    data: { name: image.alt || 'Picture' },
  })
  const [isFocusing, setFocusing] = useState(false)
  const { focal_point: point } = image
  return (
    <li ref={isDraggable ? ref : undefined} data-dragging={isDragging || undefined}>
      {isDraggable && (
        <span ref={handleRef} className={css.handle} aria-hidden="true" tabIndex={-1}>
          <AdminIcon name="grip" size={16} />
        </span>
      )}
      <img
        src={imageUrl(image.path, 320)}
        alt=""
        width={96}
        height={96}
        loading="lazy"
        draggable={false}
        style={point ? { objectPosition: `${point.x}% ${point.y}%` } : undefined}
      />
      <div className={css.fields}>
        <EntryField
          label="Text alternative"
          value={image.alt}
          readOnly={isReadOnly}
          onChange={({ target }) => onChange({ alt: target.value })}
        />
        <ShownLook {...{ image, looks, choices, isReadOnly, onChange }} />
      </div>
      {!isReadOnly && (
        <div className={css.actions}>
          <MoveButtons at={at} count={count} onMove={onMove} />
          <button
            type="button"
            aria-label={`Focal point of picture ${at + 1}`}
            aria-expanded={isFocusing}
            onClick={() => setFocusing(!isFocusing)}
          >
            Focal point
          </button>
          <button type="button" aria-label={`Remove picture ${at + 1}`} onClick={onRemove}>
            Remove
          </button>
        </div>
      )}
      {isFocusing && !isReadOnly && (
        <div className={css.focal}>
          <FocalPointInput
            label={`Picture ${at + 1}`}
            path={image.path}
            value={point}
            onChange={(focal_point) => onChange({ focal_point })}
          />
          <Button look="quiet" onClick={() => setFocusing(false)}>
            Close
          </Button>
        </div>
      )}
    </li>
  )
}

const MoveButtons = ({ at, count, onMove }: Pick<RowProps, 'at' | 'count' | 'onMove'>) =>
  ([-1, 1] as const).map((by) => {
    const isEnd = at + by < 0 || at + by >= count
    return (
      <button
        key={by}
        type="button"
        data-move={by}
        aria-label={`Move picture ${at + 1} ${by < 0 ? 'up' : 'down'}`}
        aria-disabled={isEnd || undefined}
        onClick={() => isEnd || onMove(by)}
      >
        {by < 0 ? '↑' : '↓'}
      </button>
    )
  })

const ShownLook = ({
  image,
  looks,
  choices,
  isReadOnly,
  onChange,
}: Pick<RowProps, 'image' | 'looks' | 'choices' | 'isReadOnly' | 'onChange'>) =>
  looks.length > 1 && (
    <EntrySelect
      label="Shows"
      value={looks.findIndex(({ options }) => isSame(options, image.options))}
      disabled={isReadOnly}
      onChange={({ target }) => onChange({ options: looks[Number(target.value)]?.options ?? [] })}
    >
      <option value={-1}>All variations</option>
      {choices}
    </EntrySelect>
  )
