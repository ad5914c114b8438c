import { useId, useState } from 'react'
import { ButtonFace } from '#ui/button.tsx'
import css from './parts.module.css'

type Props = {
  /** The text of the button. */
  label: string
  hint: string
  accept: string
  isMultiple?: boolean
  isBusy?: boolean
  errors?: readonly string[] | undefined
  onChoose: (files: File[]) => void
}

/** Files that are chosen by a button or dropped beside it. The control itself covers both, so that browsers handle keys and drops. */
export function FileInput({ label, hint, accept, isMultiple, isBusy, errors, onChoose }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  const [error] = errors ?? []
  return (
    <div className={css.field}>
      <div className={css.files} data-over={isOver || undefined}>
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={isMultiple}
          disabled={isBusy}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={`${id}-help`}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={({ target }) => {
            const files = [...(target.files ?? [])]
            target.value = ''
            if (files.length > 0) onChoose(files)
          }}
        />
        <label htmlFor={id}>
          <ButtonFace look="secondary">{label}</ButtonFace>
        </label>
        <span className={css.dropHint} aria-hidden="true">
          or drop {isMultiple ? 'files' : 'a file'} here
        </span>
      </div>
      <p id={`${id}-help`} role={error ? 'alert' : undefined} data-tone={error ? 'bad' : undefined}>
        {error ?? hint}
      </p>
    </div>
  )
}
