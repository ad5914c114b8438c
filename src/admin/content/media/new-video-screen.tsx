import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '#admin/api.ts'
import { FileInput } from '#admin/parts/file-input.tsx'
import { showMessage } from '#admin/parts/messages.tsx'
import { BackLink, useTitle } from '#admin/parts/screen-frame.tsx'
import { screenStyles as screen } from '#admin/parts/styles.ts'
import { leaveUnsaved, useUnsavedWarning } from '#admin/parts/use-unsaved-warning.ts'
import { uploadVideo } from './upload-video.ts'
import css from './video.module.css'

/** Uploads a video and opens its screen. */
export default function NewVideoScreen() {
  useTitle('New video')
  const navigate = useNavigate()
  const [sent, setSent] = useState<{ name: string; percent: number }>()
  const [failure, setFailure] = useState<string>()
  // Leaving ends the upload.
  useUnsavedWarning(sent !== undefined)

  async function send(file: File) {
    setFailure(undefined)
    setSent({ name: file.name, percent: 0 })
    try {
      const { video, message } = await uploadVideo(file, (percent) => setSent({ name: file.name, percent }))
      if (message) showMessage(message)
      leaveUnsaved()
      navigate(`/videos/${video.id}/show`, { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setSent(undefined)
      setFailure(error.message)
    }
  }

  return (
    <>
      <BackLink to="/videos">Videos</BackLink>
      <h1>New video</h1>
      <section className={screen.card} aria-label="Upload">
        <FileInput
          label="Choose a video"
          hint="MP4 or WebM, 100 MB at most"
          accept="video/mp4,video/webm"
          isBusy={sent !== undefined}
          errors={failure === undefined ? undefined : [failure]}
          onChoose={([file]) => file && void send(file)}
        />
        {sent && (
          <div className={css.progress}>
            <progress aria-label={`Upload of ${sent.name}`} max={100} value={sent.percent} />
            <span>{sent.percent} %</span>
          </div>
        )}
        <p className={screen.help}>
          Videos are stored and shown as they are, not converted. MP4 with H.264 and AAC plays in all
          browsers; 1080p with 5 Mbit/s takes about 40 MB a minute. Longer videos are better shown from
          YouTube or Vimeo.
        </p>
      </section>
    </>
  )
}
