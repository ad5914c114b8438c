import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MediaDetail } from '#contract/admin/content/media.ts'
import { Button } from '#ui/button.tsx'
import { ApiError, api } from '../api.ts'
import { DialogHost } from '../parts/dialog-host.tsx'
import { FocalPointInput } from '../parts/focal-point-input.tsx'
import { showMessage } from '../parts/messages.tsx'
import { Waiting } from '../parts/screen-frame.tsx'
import { dialogStyles as parts } from '../parts/styles.ts'
import { queryKeys } from '../query-keys.ts'

type Props = {
  /** Relative to the media folder. */
  path: string
  isOpen: boolean
  onDone: () => void
  onClosed: () => void
}

/** Stores the focal point with the picture, at once: everything that crops it uses the same one. */
export default function FocalPointDialog({ path, isOpen, onDone, onClosed }: Props) {
  const { data, error } = useQuery({
    queryKey: queryKeys.focalPoint(path),
    queryFn: ({ signal }) => findPicture(path, signal),
    gcTime: 0,
  })
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(next) => !next && onDone()}
      onOpenChangeComplete={(next) => !next && onClosed()}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={parts.backdrop} />
        <Dialog.Popup className={`${parts.dialog} ${parts.wide}`}>
          <Dialog.Title className={parts.title}>Focal point</Dialog.Title>
          {data ? (
            <Editor key={data.version} picture={data} onDone={onDone} />
          ) : (
            <>
              {error || data === null ? (
                <p role="alert">{error?.message ?? 'The media library does not have this picture.'}</p>
              ) : (
                <Waiting />
              )}
              <div className={parts.buttons}>
                <Dialog.Close render={<Button look="secondary">Cancel</Button>} />
              </div>
            </>
          )}
          <DialogHost />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Editor({ picture, onDone }: { picture: MediaDetail; onDone: () => void }) {
  const { id, version, alt, path } = picture
  const [point, setPoint] = useState(picture.focal_point)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function save() {
    setBusy(true)
    try {
      const { message } = await api.adminMedia.describe({ id, version, alt, focal_point: point })
      showMessage(message ?? 'Saved')
      onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
      setBusy(false)
    }
  }

  return (
    <>
      <FocalPointInput label={alt || 'Picture'} path={path} value={point} onChange={setPoint} />
      {failure && <p role="alert">{failure}</p>}
      <div className={parts.buttons}>
        <Dialog.Close render={<Button look="secondary">Cancel</Button>} />
        <Button isBusy={isBusy} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </>
  )
}

/** Forms know pictures by their paths. */
async function findPicture(path: string, signal: AbortSignal): Promise<MediaDetail | null> {
  const { data: found } = await api.adminMedia.list({ q: path, per_page: 100 }, signal)
  const picture = found.data.find((one) => one.path === path)
  return picture ? (await api.adminMedia.get({ id: picture.id }, signal)).data : null
}
