import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { api } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryField } from '#admin/parts/entry-field.tsx'
import { FocalPointInput } from '#admin/parts/focal-point-input.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { PictureInput } from '#admin/parts/picture-input.tsx'
import { RecordNotices } from '#admin/parts/record-notices.tsx'
import { BackLink, RecordFailure, useTitle, Waiting } from '#admin/parts/screen-frame.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { uploadFile } from '#admin/parts/upload-file.ts'
import { useRecordEditor } from '#admin/parts/use-record-editor.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import { useSession } from '#admin/session-context.ts'
import type { MediaDetail } from '#contract/admin/content/media.ts'
import { ownValue } from '#contract/rules/own-value.ts'
import { Button } from '#ui/button.tsx'
import { imageUrl } from '#ui/image-url.ts'
import css from './media.module.css'
import { Uses } from './uses.tsx'

/** One picture: its text alternative and focal point, what shows it, another file for it. */
export default function MediaScreen() {
  const { id } = useParams()
  const client = useQueryClient()
  const key = queryKeys.record('media', id)
  const { data, error } = useAnswer(key, (signal) => api.adminMedia.get({ id: Number(id) }, signal), {
    refetchOnWindowFocus: false,
  })
  const title = data ? nameOf(data) : 'Picture'
  useTitle(title)
  const { may } = useSession()
  const { moment } = useFormat()
  if (error) return <RecordFailure title="Picture" error={error} to="/media" all="All pictures" />
  if (!data) return <Waiting />
  const set = (next: MediaDetail) => {
    client.setQueryData(key, next)
    void client.invalidateQueries({ queryKey: queryKeys.allPictures })
  }
  const { path, width, height, file_name, created_at, uses } = data
  return (
    <>
      <BackLink to="/media">Media</BackLink>
      <div className={screen.header}>
        <h1>{title}</h1>
        <a href={`/media/${path}`}>Open the file</a>
      </div>
      <div className={css.columns}>
        <div className={css.column}>
          <img
            className={css.large}
            src={imageUrl(path, 1024)}
            alt={data.alt}
            width={width ?? 800}
            height={height ?? 600}
          />
          <p className={css.help}>
            {width && height && `${width} × ${height} pixels, `}added {moment(created_at)}
            {file_name && `. File: ${file_name}`}
          </p>
        </div>
        <div className={css.column}>
          <Description key={data.id} picture={data} onSaved={set} canWrite={may('content.write')} />
          <Uses uses={uses} none="Nothing shows this picture." />
          {may('content.write') && <FileActions picture={data} onReplaced={set} />}
        </div>
      </div>
    </>
  )
}

const nameOf = ({ alt, file_name, path }: MediaDetail) => alt || file_name || path.split('/').at(-1) || path

type WithPicture = { picture: MediaDetail }

const labels = { alt: 'Text alternative', focal_point: 'Focal point' }

function Description({
  picture,
  canWrite,
  onSaved,
}: WithPicture & { canWrite: boolean; onSaved: (next: MediaDetail) => void }) {
  const editor = useRecordEditor<Pick<MediaDetail, 'alt' | 'focal_point'>, MediaDetail>({
    name: `media/${picture.id}`,
    record: picture,
    valuesOf: ({ alt, focal_point }) => ({ alt, focal_point }),
    canWrite,
    write: (values, { id, version } = picture) => api.adminMedia.describe({ id, version, ...values }),
    onSaved,
  })
  const { values, change, errors, isBusy, isDirty } = editor

  return (
    <form className={`${screen.card} ${css.card}`} onSubmit={editor.submit} noValidate>
      <RecordNotices editor={editor} labelOf={(field) => ownValue(labels, field) ?? field} />
      <EntryField
        label={labels.alt}
        hint="Describes the picture to people who cannot see it. Records can have a text of their own."
        maxLength={300}
        readOnly={!canWrite}
        errors={errors.alt}
        value={values.alt}
        onChange={({ target }) => change({ alt: target.value })}
      />
      {canWrite && (
        <>
          <FocalPointInput
            label="Picture"
            path={picture.path}
            value={values.focal_point}
            onChange={(focal_point) => change({ focal_point })}
          />
          <div>
            <Button type="submit" isBusy={isBusy} disabled={!isDirty}>
              Save
            </Button>
          </div>
        </>
      )}
    </form>
  )
}

function FileActions({ picture, onReplaced }: WithPicture & { onReplaced: (next: MediaDetail) => void }) {
  const { id, version, uses } = picture
  const navigate = useNavigate()
  async function replace(file: File) {
    const { data, message } = await uploadFile<MediaDetail>(`/api/admin/media/${id}/replace`, file, {
      version,
    })
    showMessage(message ?? 'Picture replaced')
    onReplaced(data)
  }

  return (
    <section className={`${screen.card} ${css.card}`} aria-label="File">
      <PictureInput
        label="Replace the file"
        hint="Everything that shows the picture shows the new file. 25 MB at most."
        onChoose={replace}
      />
      {uses.length > 0 ? (
        <p className={css.help}>It can be deleted when nothing shows it.</p>
      ) : (
        <div>
          <ActionDialog
            label="Delete this picture"
            title="Delete this picture?"
            submit="Delete"
            look="quiet"
            onSubmit={async () => {
              const { message } = await api.adminMedia.remove({ id, version })
              showMessage(message ?? 'Deleted')
              navigate('/media')
            }}
          >
            <p>Its file is deleted too. This cannot be undone.</p>
          </ActionDialog>
        </div>
      )}
    </section>
  )
}
