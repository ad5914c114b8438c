import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type Answer, ApiError, api } from '#admin/api.ts'
import { ActionDialog } from '#admin/parts/action-dialog.tsx'
import { EntryField } from '#admin/parts/entry-field.tsx'
import { FileInput } from '#admin/parts/file-input.tsx'
import { useFormat } from '#admin/parts/format.ts'
import { showMessage } from '#admin/parts/messages.tsx'
import { RecordNotices } from '#admin/parts/record-notices.tsx'
import { BackLink, RecordFailure, useTitle, Waiting } from '#admin/parts/screen-frame.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { uploadFile } from '#admin/parts/upload-file.ts'
import { useRecordActions } from '#admin/parts/use-record-actions.ts'
import { useRecordEditor } from '#admin/parts/use-record-editor.ts'
import { queryKeys, useAnswer } from '#admin/query-keys.ts'
import { useSession } from '#admin/session-context.ts'
import type { VideoDetail } from '#contract/admin/content/videos.ts'
import { Button } from '#ui/button.tsx'
import css from './media.module.css'
import { Uses } from './uses.tsx'
import videoCss from './video.module.css'

type Props = { video: VideoDetail; canWrite: boolean; onSaved: (next: VideoDetail) => void }

/** One video: its name, captions, and what shows it. */
export default function VideoScreen() {
  const { id } = useParams()
  const client = useQueryClient()
  const key = queryKeys.record('videos', id)
  const { data, error } = useAnswer(key, (signal) => api.adminVideos.get({ id: Number(id) }, signal), {
    refetchOnWindowFocus: false,
  })
  useTitle(data?.name ?? 'Video')
  const { may } = useSession()
  const { moment, fileSize } = useFormat()
  if (error) return <RecordFailure title="Video" error={error} to="/videos" all="All videos" />
  if (!data) return <Waiting />
  const { path, bytes, name, captions_path, captions_language, created_at, uses } = data
  const canWrite = may('content.write')
  const onSaved = (next: VideoDetail) => client.setQueryData(key, next)
  return (
    <>
      <BackLink to="/videos">Videos</BackLink>
      <div className={screen.header}>
        <h1>{name}</h1>
        <a href={`/media/${path}`}>Open the file</a>
      </div>
      <div className={css.columns}>
        <div className={css.column}>
          {/* biome-ignore lint/a11y/useMediaCaption: a video has captions once staff have uploaded them */}
          <video
            // Browsers read the captions of a player once.
            key={captions_path}
            className={videoCss.player}
            controls
            playsInline
            preload="metadata"
            aria-label={name}
            src={`/media/${path}`}
          >
            {captions_path && (
              <track
                kind="captions"
                src={`/media/${captions_path}`}
                srcLang={captions_language ?? undefined}
                default
              />
            )}
          </video>
          <p className={css.help}>
            {fileSize(bytes)}, added {moment(created_at)}. Shown by the section “Video”, where the picture
            before it plays is chosen.
          </p>
        </div>
        <div className={css.column}>
          <Name key={id} video={data} canWrite={canWrite} onSaved={onSaved} />
          <Captions key={`${id} captions`} video={data} canWrite={canWrite} onSaved={onSaved} />
          <Uses uses={uses} none="Nothing shows this video." />
          {canWrite && uses.length === 0 && <Delete video={data} />}
        </div>
      </div>
    </>
  )
}

function Name({ video, canWrite, onSaved }: Props) {
  const editor = useRecordEditor<Pick<VideoDetail, 'name'>, VideoDetail>({
    name: `videos/${video.id}`,
    record: video,
    valuesOf: ({ name }) => ({ name }),
    canWrite,
    write: (values, { id, version } = video) => api.adminVideos.rename({ id, version, ...values }),
    onSaved,
  })
  const { values, change, errors, isBusy, isDirty } = editor

  return (
    <form className={`${screen.card} ${css.card}`} onSubmit={editor.submit} noValidate>
      <RecordNotices editor={editor} labelOf={() => 'Name'} />
      <EntryField
        label="Name"
        hint="For staff: the section has the heading that visitors see"
        maxLength={200}
        readOnly={!canWrite}
        errors={errors.name}
        value={values.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      {canWrite && (
        <div>
          <Button type="submit" isBusy={isBusy} disabled={!isDirty}>
            Save
          </Button>
        </div>
      )}
    </form>
  )
}

function Captions({ video, canWrite, onSaved }: Props) {
  const { id, version, captions_path, captions_language } = video
  const { locale } = useSession().session.shop
  const [language, setLanguage] = useState(captions_language ?? locale.split('-')[0] ?? 'en')
  const { run, onRefused } = useRecordActions(onSaved)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()

  async function save(work: Promise<Answer<VideoDetail>>) {
    setBusy(true)
    setFailure(undefined)
    try {
      await run(work)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      onRefused(error)
      setFailure(error)
    }
    setBusy(false)
  }

  return (
    <section className={`${screen.card} ${css.card}`} aria-label="Captions">
      <h2>Captions</h2>
      {captions_path ? (
        <p className={css.help}>
          Stored, language {captions_language}. <a href={`/media/${captions_path}`}>Open the file</a>
        </p>
      ) : (
        <p className={css.help}>
          None yet. They help visitors who cannot hear the video, or play it without sound.
        </p>
      )}
      {canWrite && (
        <>
          <EntryField
            label="Language"
            hint="As in en, hi or pt-BR"
            maxLength={35}
            autoComplete="off"
            spellCheck={false}
            errors={failure?.errors.language}
            value={language}
            onChange={({ target }) => setLanguage(target.value)}
          />
          <FileInput
            label={captions_path ? 'Replace captions' : 'Upload captions'}
            hint="A WebVTT file (.vtt)"
            accept=".vtt,text/vtt"
            isBusy={isBusy}
            errors={failure && !failure.errors.language ? [failure.message] : undefined}
            onChoose={([file]) =>
              file &&
              void save(
                uploadFile<VideoDetail>(`/api/admin/videos/${id}/captions`, file, { version, language }),
              )
            }
          />
          {captions_path && (
            <div className={screen.danger}>
              <Button
                look="quiet"
                isBusy={isBusy}
                onClick={() => void save(api.adminVideos.removeCaptions({ id, version }))}
              >
                Delete captions
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

function Delete({ video: { id, version } }: { video: VideoDetail }) {
  const navigate = useNavigate()
  return (
    <div className={screen.danger}>
      <ActionDialog
        label="Delete this video"
        title="Delete this video?"
        submit="Delete"
        look="quiet"
        onSubmit={async () => {
          const { message } = await api.adminVideos.remove({ id, version })
          showMessage(message ?? 'Deleted')
          navigate('/videos')
        }}
      >
        <p>Its file is deleted too. This cannot be undone.</p>
      </ActionDialog>
    </div>
  )
}
