import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { imageUrl } from '#ui/image-url.ts'
import type { RecordChoice } from '../form/form-services.ts'
import { DialogHost } from '../parts/dialog-host.tsx'
import { EntryField } from '../parts/entry-field.tsx'
import { dialogStyles as parts } from '../parts/styles.ts'
import { queryKeys } from '../query-keys.ts'
import css from './choosers.module.css'
import { moveBetweenChoices } from './move-between-choices.ts'
import { findRecordKind } from './record-kinds.ts'

type Props = {
  kind: string
  isOpen: boolean
  /** With nothing when the dialog is left. */
  onAnswer: (chosen: RecordChoice | undefined) => void
  onClosed: () => void
}

/** Finds a record by its name. */
export default function RecordDialog({ kind, isOpen, onAnswer, onClosed }: Props) {
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const { one = kind, searches = 'Name', find } = findRecordKind(kind) ?? {}
  const { data, error } = useQuery({
    queryKey: queryKeys.chosenRecords(kind, q),
    queryFn: ({ signal }) => find?.(q, signal) ?? { found: [], total: 0 },
    placeholderData: (former) => former,
    enabled: isOpen,
  })
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(next) => !next && onAnswer(undefined)}
      onOpenChangeComplete={(next) => !next && onClosed()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={parts.backdrop} />
        <Dialog.Popup className={`${parts.dialog} ${css.dialog}`} onKeyDown={moveBetweenChoices}>
          <Dialog.Title className={parts.title}>Choose a {one}</Dialog.Title>
          <EntryField
            label="Search"
            type="search"
            placeholder={searches}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <p role="status" className={css.status}>
            {error
              ? error.message
              : !data
                ? 'Loading …'
                : data.total === 0
                  ? 'Nothing found'
                  : data.total > data.found.length
                    ? `The first ${data.found.length} of ${data.total}: search to see others`
                    : `${data.total} found`}
          </p>
          <ul className={css.records}>
            {data?.found.map(({ value, label, detail, picture, address }) => (
              <li key={value}>
                <button type="button" data-choice onClick={() => onAnswer({ value, label, address })}>
                  {picture !== undefined &&
                    (picture ? (
                      <img src={imageUrl(picture, 320)} alt="" width={40} height={40} loading="lazy" />
                    ) : (
                      <span className={css.noPicture} />
                    ))}
                  <span>
                    {label}
                    {detail && <small>{detail}</small>}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <div className={parts.buttons}>
            <Dialog.Close render={<Button look="secondary">Cancel</Button>} />
          </div>
          <DialogHost />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
